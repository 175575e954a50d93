import { Field } from '~/components/forms/field'
import { useSendsNoLetters } from '~/components/site/session'
import { useTranslation } from '~/i18n/translation'

export function PersonFields() {
  const { t } = useTranslation()
  return (
    <>
      <Field
        name="name"
        label={t('withdrawal:name')}
        autoComplete="name"
        maxLength={120}
        required
      />
      <Field
        name="contract"
        label={t('withdrawal:contract')}
        hint={t('withdrawal:contractHint')}
        maxLength={200}
        required
      />
      <Field
        name="email"
        type="email"
        label={t('withdrawal:email')}
        hint={useSendsNoLetters() ? undefined : t('withdrawal:emailHint')}
        autoComplete="email"
        maxLength={254}
        required
      />
    </>
  )
}
