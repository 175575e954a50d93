import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { NoMail } from '~/components/site/no-mail'
import { useSendsNoMail, useSession } from '~/components/site/session'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './loader.server'

export function EmailAddress({ page }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const sendsNoMail = useSendsNoMail()
  return (
    <section id="address" aria-labelledby="address-heading">
      <h2 id="address-heading">{t('profile:emailHeading')}</h2>
      <p className="address">
        {page.email}{' '}
        <span className="tag">
          {page.emailVerified ? t('profile:confirmed') : t('profile:unconfirmed')}
        </span>
      </p>
      <NoMail />
      {!page.emailVerified && !sendsNoMail && (
        <p>
          <LocalizedLink to="/verify-email">{t('profile:sendAgain')}</LocalizedLink>
        </p>
      )}
      {page.asked && !sendsNoMail && (
        <p className="banner">
          <AddressText text={t('profile:asked', { email: page.asked })} />
        </p>
      )}
      {page.runsShop && <p className="banner">{t('profile:runsShop')}</p>}
      <ChangeAddress page={page} />
    </section>
  )
}

function ChangeAddress({ page }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const answer = useForm('change-email')
  const { user } = useSession()
  const sendsNoMail = useSendsNoMail()
  if (page.emailAsks === 'sign-in') {
    return (
      <DeskForm className="stack" place="address" reloadDocument>
        <FormProblem answer={answer} />
        <SignInAgain />
      </DeskForm>
    )
  }
  return (
    // A new sign-in resets the form and its password.
    <DeskForm className="stack" id="change-email" place="address" key={user?.lastLoginAt}>
      <FormProblem answer={answer} />
      <Field
        name="email"
        type="email"
        label={t('profile:emailLabel')}
        hint={sendsNoMail ? undefined : t('profile:emailHint')}
        autoComplete="email"
        required
      />
      <ProofField asked={page.emailAsks} name="emailPassword" />
      <SubmitLine intent="change-email" label={t('profile:emailSubmit')} />
    </DeskForm>
  )
}
