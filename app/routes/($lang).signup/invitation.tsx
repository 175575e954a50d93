import type { ReactNode } from 'react'
import { AccountMark } from '~/components/forms/account-mark'
import { Field } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { NoMail } from '~/components/site/no-mail'
import { useSendsNoMail } from '~/components/site/session'
import { longestName } from '~/domain/accounts/own-account'
import { invitationPath } from '~/http/links/invitation-path'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { ClosedStep, InvitationPage, OpenStep } from './loader.server'

/** What an invitation is to, and the one thing to do with it; `children` is the form of a new account. */
export function Invitation({ page, children }: { page: InvitationPage; children: ReactNode }) {
  const { t } = useTranslation()
  const { step, kind, by, until } = page
  const answer = useForm()
  if (!isOpen(step)) return <Closed step={step} page={page} />
  return (
    <>
      <div>
        <h1>{t('invitation:heading', { desk: page.desk || t('invitation:unnamed') })}</h1>
        <p className="lead">{t(`invitation:${kind}`)}</p>
      </div>
      <FormProblem answer={answer} />
      {step === 'sign-up' ? children : <NextStep step={step} page={page} />}
      <p className="quiet">
        <AddressText text={t('invitation:until', { by, day: until })} />
      </p>
    </>
  )
}

function isOpen(step: InvitationPage['step']): step is OpenStep {
  return ['sign-up', 'sign-in', 'verify', 'join'].includes(step)
}

function NextStep({
  step,
  page: { secret, email, own, name, account },
}: {
  step: Exclude<OpenStep, 'sign-up'>
  page: InvitationPage
}) {
  const { t } = useTranslation()
  const here = localizedPath(invitationPath(secret), useLanguage())
  const sendsNoMail = useSendsNoMail()
  const text =
    step === 'verify' && sendsNoMail ? (
      <NoMail />
    ) : (
      <p>
        <AddressText text={t(`invitation:${step}.text`, { email: own || email })} />
      </p>
    )
  if (step === 'join')
    return (
      <form method="post" className="stack" noValidate>
        <AccountMark account={account} />
        {text}
        <OwnName known={name} />
        <SubmitLine intent="join" label={t('invitation:join.submit')} />
      </form>
    )
  const next = {
    'sign-in': invitationPath(secret, '/login'),
    verify: `/verify-email?${new URLSearchParams({ redirect: here })}`,
  }
  return (
    <>
      {text}
      {!(step === 'verify' && sendsNoMail) && (
        <LocalizedLink className="button" to={next[step]}>
          {t(`invitation:${step}.submit`)}
        </LocalizedLink>
      )}
    </>
  )
}

/** By which the desk knows its new member. */
export function OwnName({ known, required = true }: { known?: string; required?: boolean }) {
  const { t } = useTranslation()
  return (
    <Field
      name="displayName"
      label={t(required ? 'invitation:join.name' : 'invitation:join.nameOptional')}
      hint={t('invitation:join.nameHint')}
      autoComplete="name"
      required={required}
      maxLength={longestName}
      defaultValue={known}
    />
  )
}

function Closed({
  step,
  page: { secret, email, own },
}: {
  step: ClosedStep
  page: InvitationPage
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const signOut = `/logout?${new URLSearchParams({ invitation: secret })}`
  return (
    <>
      <div>
        <h1>{t(`invitation:${step}.heading`)}</h1>
        <p className="lead">
          <AddressText text={t(`invitation:${step}.text`, { email, own })} />
        </p>
      </div>
      {step === 'other' && (
        <form method="post" action={localizedPath(signOut, language)}>
          <input type="hidden" name="language" value={language} />
          <button className="button">{t('invitation:other.submit')}</button>
        </form>
      )}
      {step === 'member' && (
        <LocalizedLink className="button" to="/dashboard">
          {t('invitation:member.submit')}
        </LocalizedLink>
      )}
      {step === 'used' && !own && (
        <LocalizedLink className="button second" to="/login">
          {t('signup:signIn')}
        </LocalizedLink>
      )}
      {step !== 'other' && step !== 'member' && (
        <p>
          <LocalizedLink to="/">{t('errors:page.home')}</LocalizedLink>
        </p>
      )}
    </>
  )
}
