import { DeskForm } from '~/components/forms/desk-form'
import { FormProblem } from '~/components/forms/form-problem'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './loader.server'

/** Each can be removed while another remains. */
export function SignInMethods({ page }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const answer = useForm('unlink')
  const removable = page.providers.length > 1
  const asksToSignIn = removable && page.unlinkAsks === 'sign-in'
  return (
    <section id="ways" aria-labelledby="ways-heading">
      <h2 id="ways-heading">{t('profile:waysHeading')}</h2>
      <DeskForm className="stack" place="ways" reloadDocument={asksToSignIn}>
        <FormProblem answer={answer} />
        {removable && !asksToSignIn && (
          <>
            <input type="hidden" name="intent" value="unlink" />
            <ProofField asked={page.unlinkAsks} name="unlinkPassword" />
          </>
        )}
        <ul className="devices">
          {page.providers.map((provider) => (
            <SignInMethod
              key={provider}
              provider={provider}
              removable={removable && !asksToSignIn}
            />
          ))}
        </ul>
        {!removable && <p className="quiet">{t('profile:onlyWay')}</p>}
        {asksToSignIn && <SignInAgain />}
      </DeskForm>
    </section>
  )
}

function SignInMethod({ provider, removable }: { provider: string; removable: boolean }) {
  const { t } = useTranslation()
  const name =
    provider === 'password'
      ? t('profile:password')
      : provider === 'google.com'
        ? 'Google'
        : provider
  return (
    <li>
      <strong>{name}</strong>
      {removable && (
        <button
          className="button second"
          name="provider"
          value={provider}
          aria-label={t('profile:unlinkNamed', { provider: name })}
        >
          {t('profile:unlink')}
        </button>
      )}
    </li>
  )
}
