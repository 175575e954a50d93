import { Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import { useConversationAddress } from './rights'

export function AskEmail({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const answer = useForm('leave-email')
  const address = useConversationAddress(secret)
  return (
    <form className="ask-email" method="post" action={address}>
      <Field
        name="email"
        type="email"
        label={t('chat:whereTo')}
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
