import { useCurrentUrl } from '~/components/site/current-url'
import { useServedPage } from '~/components/site/page'
import { formatFullDate } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ConversationBefore, EarlierConversation } from './remember.server'
import { useConversationAddress } from './rights'

export function Earlier({ secret, number, word, answered }: EarlierConversation) {
  const { t } = useTranslation()
  const address = useConversationAddress(secret)
  return (
    <form
      className="banner earlier"
      method="post"
      action={useCurrentUrl()}
      aria-live="polite"
      data-live={`/live?as=unseen&t=${secret}`}
    >
      {answered ? (
        <>
          <span>{t('chat:answered', { number })}</span>
          <a className="button" href={address}>
            {t('chat:readAnswer')}
          </a>
        </>
      ) : (
        <>
          <a href={address}>{t('chat:goBack', { number })}</a>
          <span className="quiet">{t(`chat:${word}`)}</span>
        </>
      )}
      <ForgetButton />
    </form>
  )
}

/** A frame stays at the newest conversation, which its browser remembers. */
export function BeforeLink({
  before: { secret, begun },
  timeZone,
}: {
  before: ConversationBefore
  timeZone: string
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { framed } = useServedPage()
  return (
    <p>
      <a href={useConversationAddress(secret)} target={framed ? '_blank' : undefined}>
        {t('chat:before', { date: formatFullDate(begun, language, timeZone) })}
      </a>
    </p>
  )
}

export function ForgetButton() {
  const { t } = useTranslation()
  return (
    <button className="plain-button" name="intent" value="forget">
      {t('chat:forget')}
    </button>
  )
}
