import { Field } from '~/components/forms/field'
import { useSendsNoLetters } from '~/components/site/session'
import { useTranslation } from '~/i18n/translation'
import type { Known } from './step.server'

export function PersonFields({ known }: { known?: Known }) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        name="name"
        label={t('withdrawal:name')}
        autoComplete="name"
        maxLength={120}
        defaultValue={known?.name}
        required
      />
      <Field
        name="contract"
        label={t('withdrawal:contract')}
        hint={t('withdrawal:contractHint')}
        maxLength={200}
        defaultValue={known?.contract}
        required
      />
      <Field
        name="email"
        type="email"
        label={t('withdrawal:email')}
        hint={useSendsNoLetters() ? undefined : t('withdrawal:emailHint')}
        autoComplete="email"
        maxLength={254}
        defaultValue={known?.email}
        required
      />
    </>
  )
}
