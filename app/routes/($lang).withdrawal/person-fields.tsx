import { Field } from '~/components/forms/field'
import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'

export function PersonFields({ answer }: { answer?: FormAnswer }) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        name="name"
        label={t('withdrawal:name')}
        answer={answer}
        autoComplete="name"
        maxLength={120}
        required
      />
      <Field
        name="contract"
        label={t('withdrawal:contract')}
        hint={t('withdrawal:contractHint')}
        answer={answer}
        maxLength={200}
        required
      />
      <Field
        name="email"
        type="email"
        label={t('withdrawal:email')}
        hint={t('withdrawal:emailHint')}
        answer={answer}
        autoComplete="email"
        maxLength={254}
        required
      />
    </>
  )
}
