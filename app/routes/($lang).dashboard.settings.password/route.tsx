import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { NoMail } from '~/components/site/no-mail'
import { useSendsNoMail, useSession } from '~/components/site/session'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { PasswordPage } from './password.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './password.server'

export const handle = section('password', { i18n: ['account', 'nomail'] })

export default function Password() {
  const { t } = useTranslation()
  const page = useLoaderData() as PasswordPage
  return (
    <Section except={['change-password', 'send-reset-mail']}>
      <section id="password" aria-labelledby="password-heading">
        <h2 id="password-heading">{t('account:passwordHeading')}</h2>
        {page.changesPassword ? <ChangePassword page={page} /> : <AskForPassword page={page} />}
      </section>
    </Section>
  )
}

function ChangePassword({ page }: { page: PasswordPage }) {
  const { t } = useTranslation()
  const answer = useForm('change-password')
  const [failure = null] = Object.values(answer?.errors ?? {})
  const { user, loading, error } = useSession(failure)
  return (
    // A new sign-in resets the form and its passwords.
    <DeskForm className="stack" place="password" key={user?.lastLoginAt} aria-busy={loading}>
      <FormProblem text={answer?.errors.form ? error : null} />
      {/* For password managers. */}
      <input hidden readOnly autoComplete="username" value={page.email} />
      <Field
        name="currentPassword"
        type="password"
        label={t('account:currentPassword')}
        autoComplete="current-password"
        required
      />
      <Field
        name="newPassword"
        type="password"
        label={t('account:newPassword')}
        hint={t('account:newPasswordHint')}
        autoComplete="new-password"
        required
        minLength={page.passwordLength.shortest}
        maxLength={page.passwordLength.longest}
      />
      <p className="quiet">{t('account:passwordAfter')}</p>
      <SubmitLine
        intent="change-password"
        disabled={loading}
        label={loading ? t('account:passwordChanging') : t('account:passwordSubmit')}
      />
    </DeskForm>
  )
}

/** For other sign-in methods: an e-mail lets them set a password. */
function AskForPassword({ page }: { page: PasswordPage }) {
  const sendsNoMail = useSendsNoMail()
  const { t } = useTranslation()
  const answer = useForm()
  const provider = page.provider === 'google.com' ? 'Google' : page.provider
  return (
    <DeskForm className="stack" place="password" data-captcha="getOobCode">
      <FormProblem answer={answer} />
      <p>
        {provider ? t('account:otherWay', { provider }) : t('account:noWay')}{' '}
        {!sendsNoMail && <AddressText text={t('account:resetText', { email: page.email })} />}
      </p>
      <NoMail />
      <SubmitLine intent="send-reset-mail" look="second" label={t('account:resetSubmit')} />
    </DeskForm>
  )
}
