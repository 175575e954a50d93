import { useLoaderData } from '@remix-run/react'
import { LimitList } from '~/components/desks/limit-list'
import { AccountEmail } from '~/components/forms/account-email'
import { AccountMark } from '~/components/forms/account-mark'
import { CaptchaScript, useCaptcha } from '~/components/forms/captcha'
import { ErrorText, Field } from '~/components/forms/field'
import { ProviderForm } from '~/components/forms/provider-form'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { NoMail } from '~/components/site/no-mail'
import type { PageHandle } from '~/components/site/page'
import { useSendsNoMail } from '~/components/site/session'
import { useSignInLink } from '~/components/site/sign-in-links'
import { SiteLayout } from '~/components/site/site-layout'
import { longestPassword, shortestPassword } from '~/domain/identity/password-lengths'
import type { SetUp } from '~/http/sessions/set-up.server'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Invitation, OwnName } from './invitation'
import { JoinWithPasskey } from './join-with-passkey'
import type { SignupPage } from './loader.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'signup:page',
  stylesheet: 'plain',
  scripts: 'none',
  prefetches: 'desk',
  indexed: true,
  allows: ['captcha'],
  details: (page, t) => {
    const { invitation, own, setUp, passkeys } = (page as SignupPage | undefined) ?? {}
    if (own) return {}
    if (setUp) {
      const about = { title: t('signup:setUp.title') }
      return setUp === 'here' ? { about, draftForm: 'signup' } : { about }
    }
    if (!invitation) return { draftForm: 'signup' }
    const about = { title: t('invitation:title') }
    if (invitation.step !== 'sign-up') return { about }
    return { about, draftForm: 'signup', scripts: passkeys ? 'join' : undefined }
  },
}

export default function Signup() {
  const { t } = useTranslation()
  const { open, invitation, own, setUp } = useLoaderData() as SignupPage
  const sendsNoMail = useSendsNoMail()
  if (setUp && setUp !== 'here') return <SetUpClosed setUp={setUp} />
  const promises = !setUp && !own
  return (
    <SiteLayout>
      <div className={open ? 'sheet offers' : 'sheet'}>
        {invitation ? (
          <Invitation page={invitation}>
            <AccountForm />
          </Invitation>
        ) : (
          <>
            <div>
              <h1>{t(setUp ? 'signup:setUp.title' : 'signup:heading')}</h1>
              <p className="lead">
                <AddressText text={t(leadOf(setUp, own), { email: own?.email })} />
                {promises && !sendsNoMail && ` ${t('signup:letter')}`}
              </p>
            </div>
            {promises && <NoMail />}
            <Offer />
            {own ? <FoundForm account={own.account} /> : <AccountForm />}
            <Plans />
          </>
        )}
      </div>
    </SiteLayout>
  )
}

function leadOf(setUp: SignupPage['setUp'], own: SignupPage['own']) {
  if (setUp) return own ? 'signup:setUp.ownLead' : 'signup:setUp.lead'
  return own ? 'signup:ownLead' : 'signup:lead'
}

/** Where the set-up link is missing, too old, or no longer needed. */
function SetUpClosed({ setUp }: { setUp: Exclude<SetUp, 'here' | undefined> }) {
  const { t } = useTranslation()
  return (
    <SiteLayout>
      <div className="sheet">
        <h1>{t(`signup:setUp.${setUp}.heading`)}</h1>
        <p className="lead">{t(`signup:setUp.${setUp}.text`)}</p>
        {setUp === 'done' && (
          <LocalizedLink className="button" to="/login">
            {t('signup:signIn')}
          </LocalizedLink>
        )}
      </div>
    </SiteLayout>
  )
}

/** For an account that is at no desk, or that sets up the site. */
function FoundForm({ account }: { account: string | undefined }) {
  const { t } = useTranslation()
  const { setUp } = useLoaderData() as SignupPage
  return (
    <form className="stack" method="post">
      <AccountMark account={account} />
      <SubmitLine intent="found" label={t(setUp ? 'signup:setUp.submit' : 'signup:submit')} />
    </form>
  )
}

/** The address of an invitation cannot be changed. */
function AccountForm() {
  const { t } = useTranslation()
  const answer = useForm()
  const { invitation, setUp, providers, passkeys } = useLoaderData() as SignupPage
  const submit = t(setUp ? 'signup:setUp.submit' : 'signup:submit')
  const bound = invitation && { readOnly: true, defaultValue: invitation.email }
  return (
    <div className="account-form stack">
      <form
        className="stack"
        id="signup"
        method="post"
        // A refused form comes back without the password: what an invitation lacks is caught before.
        noValidate={!invitation}
        data-captcha={useCaptcha('signUpPassword')}
        action={useSignInLink('/signup')}
      >
        {!invitation && <ErrorText error={answer?.errors.form} />}
        <AccountEmail required {...bound} />
        {(invitation || setUp) && <OwnName required={!setUp} />}
        <Field
          name="password"
          type="password"
          label={t('login:password')}
          hint={t('signup:passwordHint')}
          autoComplete="new-password"
          required
          minLength={shortestPassword}
          maxLength={longestPassword}
        />
        <button className="button">{invitation ? t('invitation:sign-up.submit') : submit}</button>
        {invitation && passkeys && <JoinWithPasskey />}
      </form>
      <ProviderForm providers={providers} />
      <p className="aside">
        {t(invitation ? 'invitation:sign-up.have' : 'signup:have')}{' '}
        <a href={useSignInLink('/login')}>{t('signup:signIn')}</a>
      </p>
      <CaptchaScript />
    </div>
  )
}

/** What an account offers, in a picture and three sentences. */
function Offer() {
  const { t } = useTranslation()
  const { open } = useLoaderData() as SignupPage
  if (!open) return null
  return (
    <div className="stack">
      <svg
        width="288"
        viewBox="0 0 240 96"
        fill="none"
        stroke="var(--green)"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M4 84h232M20 84V62h200v22M108 62a12 12 0 0 1 24 0zm12-12v-5m-4 0h8" />
        <path d="M24 8h56v28H48L36 46V36H24zm10 10h36m-36 8h24M216 18h-48v24h28l10 8v-8h10zm-38 12h28" />
      </svg>
      <p>{t('signup:gets')}</p>
      <p>{t('signup:once')}</p>
      <p>{t('signup:getsNot')}</p>
    </div>
  )
}

/** What it costs, and how it ends: the same as in the settings, where plans are bought. */
function Plans() {
  const { t } = useTranslation()
  const { plans } = useLoaderData() as SignupPage
  if (plans.length === 0) return null
  const free = plans.find(({ price }) => !price)
  return (
    <section className="stack" aria-labelledby="costs">
      <h2 id="costs">{t('signup:costs')}</h2>
      {free && <p>{t('signup:costsText', { plan: free.title })}</p>}
      <div className="plans stack">
        {plans.map(({ id, title, price, interval, limits }) => (
          <div key={id}>
            <h3>{title}</h3>
            <p>{price ? t(`plan:${interval}`, { price }) : t('plan:gratis')}</p>
            <LimitList limits={limits} />
          </div>
        ))}
      </div>
      <p className="quiet">{t('plan:story')}</p>
    </section>
  )
}
