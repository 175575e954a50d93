import type { FormAnswer } from '~/domain/forms/forms'
import type { ProofAsked } from '~/domain/identity/proofs'
import { useTranslation } from '~/i18n/translation'
import { Field } from './field'
import { SubmitLine } from './submit'

export function ProofField({
  asked,
  name,
  answer,
}: {
  asked: ProofAsked
  name: string
  answer?: FormAnswer
}) {
  const { t } = useTranslation()
  if (asked !== 'password') return null
  return (
    <Field
      name={name}
      type="password"
      label={t('auth:proof.password')}
      autoComplete="current-password"
      required
      answer={answer}
    />
  )
}

/** Replaces the button where the owner must sign in again first. The form's page must know it. */
export function SignInAgain() {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('auth:proof.signIn')}</p>
      <SubmitLine intent="sign-in-again" look="second" label={t('auth:proof.signInSubmit')} />
    </>
  )
}
