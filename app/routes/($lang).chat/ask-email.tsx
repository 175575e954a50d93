import { closedText } from '~/components/desks/availability'
import { Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import type { Presence } from '~/domain/desks/availability'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { useConversationAddress } from './rights'

export function AskEmail({ secret, presence: { hours } }: { secret: string; presence: Presence }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const answer = useForm('leave-email')
  const address = useConversationAddress(secret)
  if (!hours) return null
  return (
    <form className="ask-email" method="post" action={address}>
      <Field
        name="email"
        type="email"
        label={`${closedText(t, language, hours)} ${t('chat:whereTo')}`}
        autoComplete="email"
        required
        maxLength={254}
        answer={answer}
      />
      <button className="button second" name="intent" value="leave-email">
        {t('chat:sendThere')}
      </button>
    </form>
  )
}
