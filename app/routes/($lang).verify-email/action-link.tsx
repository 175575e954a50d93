import { AccountEmail } from '~/components/forms/account-email'
import { CaptchaScript, useCaptcha } from '~/components/forms/captcha'
import { ErrorText, Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { useCurrentUrl } from '~/components/site/current-url'
import { useSignInLink } from '~/components/site/sign-in-links'
import { longestPassword, shortestPassword } from '~/domain/identity/password-lengths'
import { useTranslation } from '~/i18n/translation'
import type { Link, SoundLink } from './link.server'
import type { ActionPage } from './loader.server'
import { RefusedLink } from './refused-link'

interface Shown<Of extends Link> {
  page: ActionPage
  link: Of
}

/** Opening the link alone does nothing; the button does. */
export function ActionLink({ page, link }: Shown<Link>) {
  const answer = useForm()
  const own = useCurrentUrl()
  const captcha = useCaptcha('signInWithPassword')
  if (link.kind === 'refused') return <RefusedLink page={page} link={link} />
  return (
    <form
      className="stack"
      id={link.mode === 'signIn' ? 'sign-in' : 'confirm'}
      method="post"
      noValidate
      action={own}
      data-captcha={captcha}
    >
      <ErrorText error={answer?.errors.form} />
      <Deed page={page} link={link} />
    </form>
  )
}

function Deed({ page, link }: Shown<SoundLink>) {
  const { t } = useTranslation()
  const { mode, email, newEmail } = link
  if (mode === 'resetPassword') return <NewPassword link={link} />
  if (mode === 'signIn') return <MailSignIn address={page.address} />
  if (mode === 'verifyEmail') return <Confirmation page={page} link={link} />
  const asks = mode === 'verifyAndChangeEmail' && !page.own
  return (
    <>
      <p>
        <AddressText text={t(`verify:link.${mode}.text`, { email, newEmail })} />
      </p>
      {asks && <OwnPassword email={email} />}
      <div className="deeds">
        <button className="button">{t(`verify:link.${mode}.submit`)}</button>
        {asks && <Forgotten page={page} />}
      </div>
    </>
  )
}

/** The person who opened the account has its session here, or knows its password. */
function Confirmation({ page, link }: Shown<SoundLink>) {
  const { t } = useTranslation()
  const { email } = link
  return (
    <>
      <p>
        <AddressText text={t('verify:confirmText', { email })} />
      </p>
      {!page.own && <OwnPassword email={email} />}
      <div className="deeds">
        <button className="button">{t('verify:confirm')}</button>
        {!page.own && <Forgotten page={page} />}
      </div>
      {!page.own && (
        <div className="way">
          <p className="quiet">
            <AddressText text={t('verify:notMine.text', { email })} />
          </p>
          <button className="button second" name="intent" value="not-mine">
            {t('verify:notMine.submit')}
          </button>
        </div>
      )}
    </>
  )
}

/** The account is not signed in here. */
function OwnPassword({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <>
      {/* For password managers. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <Field
        name="password"
        type="password"
        label={t('login:password')}
        hint={t('verify:passwordHint')}
        autoComplete="current-password"
        required
      />
      <CaptchaScript />
    </>
  )
}

function Forgotten({ page }: Pick<Shown<SoundLink>, 'page'>) {
  const { t } = useTranslation()
  const onward: Record<string, string> = page.to ? { redirect: page.to } : {}
  return <a href={useSignInLink('/login', { forgot: '', ...onward })}>{t('login:forgot')}</a>
}

/** The address is for password managers, and for people with two. */
function NewPassword({ link }: Omit<Shown<SoundLink>, 'page'>) {
  const { t } = useTranslation()
  return (
    <>
      <AccountEmail readOnly defaultValue={link.email} answer={undefined} />
      <Field
        name="password"
        type="password"
        label={t('verify:link.resetPassword.password')}
        hint={t('signup:passwordHint')}
        autoComplete="new-password"
        required
        minLength={shortestPassword}
        maxLength={longestPassword}
      />
      <p className="quiet">{t('verify:link.resetPassword.text')}</p>
      <button className="button">{t('verify:link.resetPassword.submit')}</button>
    </>
  )
}

/** In the browser that asked for the e-mail nothing needs typing. */
function MailSignIn({ address }: { address: string }) {
  const { t } = useTranslation()
  const answer = useForm()
  const asks = !address || answer !== undefined
  return (
    <>
      {asks ? (
        <AccountEmail hint={t('verify:link.signIn.hint')} required />
      ) : (
        <p>
          <AddressText text={t('verify:link.signIn.text', { email: address })} />
        </p>
      )}
      <button className="button">{t('verify:link.signIn.submit')}</button>
    </>
  )
}
