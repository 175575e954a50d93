import { ErrorText, Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { useSendsNoLetters } from '~/components/site/session'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { FeedbackPage } from './feedback-form.server'
import { RateFields } from './rate'
import { SpamFields } from './spam-fields'

export function FeedbackLink({ publicKey }: { publicKey: string | null }) {
  const { t } = useTranslation()
  const query = new URLSearchParams({ ...(publicKey && { desk: publicKey }), feedback: '1' })
  return (
    <p className="quiet">
      <LocalizedLink to={`/chat?${query}`}>{t('rating:tell')}</LocalizedLink>
    </p>
  )
}

export function FeedbackForm({ feedbackForm }: { feedbackForm: FeedbackPage }) {
  const { t } = useTranslation()
  const answer = useForm()
  const sendsNoLetters = useSendsNoLetters()
  const { deskName, chat, action, key, stamp, thanks } = feedbackForm
  const name = deskName || t('counter:unnamed')
  const back = (
    <p>
      <a href={chat}>{t('rating:back')}</a>
    </p>
  )
  if (thanks && !answer) {
    return (
      <div className="chat">
        <h1>{t('rating:thanks')}</h1>
        <p>{t('rating:thanksText', { name })}</p>
        {back}
      </div>
    )
  }
  return (
    <div className="chat">
      <h1>{t('rating:free', { name })}</h1>
      <form className="rate" id="tell" method="post" noValidate action={action}>
        <input type="hidden" name="key" value={answer?.typed.key ?? key} />
        <ErrorText error={answer?.errors.form} />
        <RateFields rating={{ question: { text: t('rating:stars') } }} answer={answer} />
        <SpamFields stamp={stamp} answer={answer} />
        {!sendsNoLetters && (
          <Field
            name="email"
            type="email"
            label={t('chat:email')}
            hint={t('rating:emailHint')}
            autoComplete="email"
            maxLength={254}
            answer={answer}
          />
        )}
        <p>
          <button className="button" name="intent" value="tell">
            {t('rating:submit')}
          </button>
        </p>
      </form>
      {back}
    </div>
  )
}
