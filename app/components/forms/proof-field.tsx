import type { ProofAsked } from '~/domain/identity/proofs'
import { useTranslation } from '~/i18n/translation'
import { Field } from './field'
import { SubmitLine } from './submit'

export function ProofField({ asked, name }: { asked: ProofAsked; name: string }) {
  const { t } = useTranslation()
  if (asked !== 'password') return null
  return (
    <Field
      name={name}
      type="password"
      label={t('proof:password')}
      autoComplete="current-password"
      required
    />
  )
}

/** Replaces the button where the owner must sign in again first. The form's page must know it. */
export function SignInAgain() {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('proof:signIn')}</p>
      <SubmitLine intent="sign-in-again" look="second" label={t('proof:signInSubmit')} />
    </>
  )
}
