import { ErrorText } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ChatConversation } from './conversation.server'
import type { Erasure } from './rights.server'

export function Rights({ conversation }: { conversation: ChatConversation }) {
  const { t } = useTranslation()
  const { secret, closed } = conversation
  const address = useConversationAddress(secret)
  return (
    <form className="rights" method="post" action={address}>
      {!closed && (
        <p className="choice">
          <button className="plain-button" name="intent" value="end">
            {t('chat:rights.end')}
          </button>{' '}
          <span className="quiet">{t('chat:rights.endHint')}</span>
        </p>
      )}
      <TakeAlong secret={secret} />
      <p className="choice">
        <button className="plain-button danger" name="intent" value="erase">
          {t('chat:rights.erase')}
        </button>{' '}
        <span className="quiet">{t('chat:rights.eraseHint')}</span>
      </p>
    </form>
  )
}

export function ErasureStep({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation()
  const answer = useForm()
  const { secret, number, messages, hasFiles, hasDetails, hasRating, mergedFrom } = erasure
  const address = useConversationAddress(secret)
  return (
    <form className="chat rights" method="post" action={`${address}&erase=1`}>
      <h1>{t('chat:rights.eraseHeading', { number })}</h1>
      <ErrorText error={answer?.errors.form} />
      <div>
        <p>{t('chat:rights.eraseLead')}</p>
        <ul>
          <li>{t('chat:rights.goneMessages', { count: messages })}</li>
          {hasFiles && <li>{t('chat:rights.goneFiles')}</li>}
          {hasRating && <li>{t('chat:rights.goneRating')}</li>}
          {hasDetails && <li>{t('chat:rights.goneDetails')}</li>}
          <li>{t('chat:rights.goneMails')}</li>
        </ul>
      </div>
      {mergedFrom.length > 0 && (
        <p className="banner">{t('chat:rights.goneMerged', { numbers: mergedFrom.join(', ') })}</p>
      )}
      <p className="quiet">{t('chat:rights.stays')}</p>
      <p className="quiet">{t('chat:rights.traces')}</p>
      <TakeAlong secret={secret} />
      <p className="deeds">
        <button className="button danger" name="intent" value="erase-for-good">
          {t('chat:rights.eraseSubmit')}
        </button>{' '}
        <a className="button second" href={address}>
          {t('chat:rights.eraseCancel')}
        </a>
      </p>
    </form>
  )
}

function TakeAlong({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const address = (as: string) =>
    localizedPath(`/chat/download?${new URLSearchParams({ t: secret, as })}`, language)
  return (
    <div className="take">
      {t('chat:rights.take')}
      <ul>
        <li>
          <a href={address('html')}>{t('chat:rights.html')}</a>
        </li>
        <li>
          <a href={address('json')}>{t('chat:rights.json')}</a>
        </li>
        <li>
          <a href={address('zip')}>{t('chat:rights.zip')}</a>
        </li>
      </ul>
    </div>
  )
}

export function useConversationAddress(secret: string) {
  return localizedPath(`/chat?${new URLSearchParams({ t: secret })}`, useLanguage())
}
