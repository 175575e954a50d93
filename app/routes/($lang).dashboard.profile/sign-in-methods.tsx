import { DeskForm } from '~/components/forms/desk-form'
import { ErrorText } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './loader.server'

/** Each can be removed while another remains; providers can be added. */
export function SignInMethods({ page }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const answer = useForm('unlink', 'link-provider')
  const { ways, linkable, unlinkAsks } = page
  const removable = ways.length > 1
  const asksToSignIn = (removable || linkable.length > 0) && unlinkAsks === 'sign-in'
  return (
    <section id="ways" aria-labelledby="ways-heading">
      <h2 id="ways-heading">{t('profile:waysHeading')}</h2>
      <FormProblem answer={answer} />
      {!answer && <ErrorText error={page.problem} />}
      <DeskForm className="stack" place="ways" reloadDocument={asksToSignIn}>
        {removable && !asksToSignIn && (
          <>
            <input type="hidden" name="intent" value="unlink" />
            <ProofField asked={unlinkAsks} name="unlinkPassword" />
          </>
        )}
        <ul className="devices">
          {ways.map((way) => (
            <SignInMethod key={way.id} {...way} removable={removable && !asksToSignIn} />
          ))}
        </ul>
        {!removable && <p className="quiet">{t('profile:onlyWay')}</p>}
        {asksToSignIn && <SignInAgain />}
      </DeskForm>
      {linkable.length > 0 && !asksToSignIn && <LinkProvider page={page} />}
    </section>
  )
}

/** A document of its own leads away from it. */
function LinkProvider({ page: { linkable, unlinkAsks } }: { page: ProfilePage }) {
  const { t } = useTranslation()
  return (
    <DeskForm className="stack" place="ways" reloadDocument>
      <p>{t('profile:linkLead')}</p>
      <input type="hidden" name="intent" value="link-provider" />
      <ProofField asked={unlinkAsks} name="linkPassword" />
      <p className="deeds">
        {linkable.map(({ id, name }) => (
          <button key={id} className="button second" name="provider" value={id}>
            {t('profile:link', { provider: name })}
          </button>
        ))}
      </p>
    </DeskForm>
  )
}

function SignInMethod({ id, name, removable }: { id: string; name: string; removable: boolean }) {
  const { t } = useTranslation()
  const shown = name || t('profile:password')
  return (
    <li>
      <strong>{shown}</strong>
      {removable && (
        <button
          className="button second"
          name="provider"
          value={id}
          aria-label={t('profile:unlinkNamed', { provider: shown })}
        >
          {t('profile:unlink')}
        </button>
      )}
    </li>
  )
}
