import { Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { useServedPage } from '~/components/site/page'
import { useOrigin, useSendsNoLetters } from '~/components/site/session'
import { useTranslation } from '~/i18n/translation'
import type { ChatConversation } from './conversation.server'
import { useConversationAddress } from './rights'

/** Three ways back: by a copied link, by e-mail, by a bookmark. `id` distinguishes two on one page. */
export function KeepLink({ conversation, id }: { conversation: ChatConversation; id: string }) {
  const { t } = useTranslation()
  const { framed, script } = useServedPage()
  const { secret, email, mailed, correctable, lastSeq } = conversation
  const address = useConversationAddress(secret)
  const origin = useOrigin()
  const sendsNoLetters = useSendsNoLetters()
  const ways = framed ? 'keepFramed' : 'keepLink'
  // The one that is in sight shows the error.
  const sent = useForm('send-link', 'correct-address')
  const answer = (lastSeq === 1) === (id === firstLink) ? sent : undefined
  const field = (
    <Field
      id={id}
      name="email"
      type="email"
      label={t('chat:email')}
      hint={t('chat:linkHint')}
      autoComplete="email"
      required
      maxLength={254}
      defaultValue={email}
      answer={answer}
    />
  )
  const form = (
    <form className="keep-link" method="post" noValidate action={address}>
      <p>{t(sendsNoLetters ? `chat:unmailed.${ways}` : `chat:${ways}`)}</p>
      {email === '' && !sendsNoLetters && field}
      <p className="deeds">
        {!sendsNoLetters && (
          <button className="button second" name="intent" value="send-link">
            {/* One child of the button, which would lay out several side by side. */}
            <span>
              <AddressText
                text={email === '' ? t('chat:sendLink') : t('chat:sendLinkTo', { email })}
              />
            </span>
          </button>
        )}{' '}
        {script && (
          <button
            type="button"
            className="button second"
            hidden
            data-copy={origin + address}
            data-copied={t('chat:copied')}
          >
            {t('chat:copyLink')}
          </button>
        )}
      </p>
    </form>
  )
  const correction = email !== '' && !sendsNoLetters && (correctable || answer) && (
    <details open={answer ? true : undefined}>
      <summary>{t('chat:addressWrong')}</summary>
      <form className="keep-link" method="post" noValidate action={address}>
        {field}
        <p>
          <button className="button second" name="intent" value="correct-address">
            {t('chat:addressCorrect')}
          </button>
        </p>
      </form>
    </details>
  )
  const beside = mailed && id === firstLink
  // Folded: the composer below stays where it is on a phone, and under “More” the rest is in sight.
  return (
    <>
      {beside && (
        <p className="quiet mailed">
          <AddressText text={t('chat:mailed', { email })} />
        </p>
      )}
      {beside && correction}
      <details open={answer && !beside ? true : undefined}>
        <summary>{t('chat:linkFolded')}</summary>
        {form}
        {!beside && correction}
      </details>
    </>
  )
}

/** The id of the field below the first message. */
export const firstLink = 'first-link'
