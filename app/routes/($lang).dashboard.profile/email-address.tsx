import { Form } from '@remix-run/react'
import { Field } from '~/components/forms/field'
import { FormProblem, useSentence } from '~/components/forms/form-problem'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { useSession } from '~/components/site/session'
import type { FormAnswer } from '~/domain/forms/forms'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './profile-page.server'

export function EmailAddress({ page, answer }: { page: ProfilePage; answer?: FormAnswer }) {
  const { t } = useTranslation()
  return (
    <section id="address" aria-labelledby="address-heading">
      <h2 id="address-heading">{t('profile:emailHeading')}</h2>
      <p className="address">
        {page.email}{' '}
        <span className="tag">
          {page.emailVerified ? t('profile:confirmed') : t('profile:unconfirmed')}
        </span>
      </p>
      {!page.emailVerified && (
        <p>
          <LocalizedLink to="/verify-email">{t('profile:sendAgain')}</LocalizedLink>
        </p>
      )}
      {page.asked && (
        <p className="banner" role="status">
          {t('profile:asked', { email: page.asked })}
        </p>
      )}
      <ChangeAddress page={page} answer={answer} />
    </section>
  )
}

function ChangeAddress({ page, answer }: { page: ProfilePage; answer?: FormAnswer }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const problem = useSentence(answer?.errors.form)
  if (page.emailAsks === 'sign-in') {
    return (
      <Form className="stack" method="post" reloadDocument>
        <FormProblem text={problem} />
        <SignInAgain />
      </Form>
    )
  }
  return (
    // A new sign-in resets the form and its password.
    <Form className="stack" id="change-email" method="post" key={user?.lastLoginAt}>
      <FormProblem text={problem} />
      <Field
        name="email"
        type="email"
        label={t('profile:emailLabel')}
        hint={t('profile:emailHint')}
        autoComplete="email"
        required
        answer={answer}
      />
      <ProofField asked={page.emailAsks} name="emailPassword" answer={answer} />
      <p>
        <button className="button" name="intent" value="change-email">
          {t('profile:emailSubmit')}
        </button>
      </p>
    </Form>
  )
}
