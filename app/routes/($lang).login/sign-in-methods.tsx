import { useLocation } from '@remix-run/react'
import { AccountEmail } from '~/components/forms/account-email'
import { CaptchaScript, useCaptcha } from '~/components/forms/captcha'
import { ErrorText, Field } from '~/components/forms/field'
import { ProviderForm } from '~/components/forms/provider-form'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { useJoinable, useOffersCounters, useSendsNoMail, useSite } from '~/components/site/session'
import { useSignInLink } from '~/components/site/sign-in-links'
import { barePath } from '~/i18n/addresses'
import { useTranslation } from '~/i18n/translation'
import { GooglePopup } from './google-popup'
import type { LoginPage } from './loader.server'
import { PasskeyForm } from './passkey-form'

export function SignInMethods({ page }: { page: LoginPage }) {
  const answer = useForm()
  const { t } = useTranslation()
  const { search } = useLocation()
  const { conflict, over, problem, invited } = page
  const site = useSite()
  const joinable = useJoinable()
  // Where somebody runs it, and no other business is invited.
  const isForTeam = !useOffersCounters() && site.answers
  const redirect = new URLSearchParams(search).get('redirect')
  const keeps = redirect !== null && /^\/chat\b/.test(barePath(redirect))
  const asked = redirect !== null && !keeps && !answer && !conflict && !over && !problem
  return (
    <>
      <div>
        <h1>{t(keeps ? 'login:keepHeading' : 'login:heading')}</h1>
        {isForTeam && !invited && <p className="lead">{t('login:team', { site: site.name })}</p>}
      </div>
      {conflict && !answer && <Conflict {...conflict} />}
      {invited && (
        <p className="banner">
          <AddressText text={t('login:invited', { email: invited })} />
        </p>
      )}
      {asked && !invited && (
        <p className="banner">{page.unsent ? t('login:unsent') : t('login:asked')}</p>
      )}
      <PasswordForm over={over} email={conflict?.email ?? invited} />
      {page.popup && (
        <>
          <GoogleForm error={answer ? answer.errors.google : problem} />
          <GooglePopup {...page.popup} />
        </>
      )}
      {page.hasPasskeys && <PasskeyForm />}
      <ProviderForm providers={page.providers} error={answer ? answer.errors.provider : problem} />
      <CaptchaScript />
      {(invited || (joinable && !isForTeam)) && <NoAccount />}
    </>
  )
}

function NoAccount() {
  const { t } = useTranslation()
  return (
    <p className="aside">
      {t('login:new')} <a href={useSignInLink('/signup')}>{t('login:setUp')}</a>
    </p>
  )
}

function PasswordForm({ over, email }: { over?: string; email?: string }) {
  const sendsNoMail = useSendsNoMail()
  const captcha = useCaptcha('getOobCode')
  const answer = useForm()
  const { t } = useTranslation()
  return (
    <form
      className="stack"
      id="login"
      method="post"
      noValidate
      action={useSignInLink('/login')}
      data-captcha={useCaptcha('signInWithPassword')}
    >
      <ErrorText error={answer ? answer.errors.form : over} />
      <AccountEmail required defaultValue={email} />
      <Field
        name="password"
        type="password"
        label={t('login:password')}
        autoComplete="current-password"
        required
      />
      <div className="deeds">
        <button className="button">{t('login:submit')}</button>{' '}
        {/* A button, since it takes the typed address along; it sends no e-mail, so needs no captcha. */}
        <button
          className="plain-button"
          name="intent"
          value="forgot"
          formAction={useSignInLink('/login', { forgot: '' })}
          formNoValidate
          data-captcha={captcha && ''}
        >
          {t('login:forgot')}
        </button>
      </div>
      <div className="way">
        <p className="quiet">{t(sendsNoMail ? 'nomail:text' : 'login:linkHint')}</p>
        {!sendsNoMail && (
          <Submit
            intent="link"
            look="second"
            formNoValidate
            data-captcha={captcha}
            label={t('login:sendLink')}
          />
        )}
      </div>
    </form>
  )
}

/** The id lets a script take over; without one the button submits the form. */
function GoogleForm({ error }: { error?: string }) {
  const { t } = useTranslation()
  return (
    <form className="way" method="post" action={useSignInLink('/login')}>
      <Submit intent="google" look="second" id="google" label={t('login:google')} />
      <ErrorText error={error} />
    </form>
  )
}

function Conflict({ email, provider, providers }: NonNullable<LoginPage['conflict']>) {
  const { t } = useTranslation()
  const others = providers.join(', ')
  return (
    <div className="banner stack">
      <p>
        <AddressText text={t('login:conflict', { email, provider })} />
      </p>
      <p>
        {others
          ? t('login:conflictOther', { providers: others, provider })
          : t('login:conflictPassword', { provider })}
      </p>
    </div>
  )
}
