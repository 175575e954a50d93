import type { ComponentProps, ReactNode } from 'react'
import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import { Field } from './field'

/** The account's e-mail address, in the field that password managers look for. */
export function AccountEmail(
  given: { hint?: ReactNode; answer?: FormAnswer } & ComponentProps<'input'>,
) {
  const { t } = useTranslation()
  return (
    <Field name="email" type="email" label={t('login:email')} autoComplete="username" {...given} />
  )
}
