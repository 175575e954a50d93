import { CodeField } from '~/components/forms/code-field'
import { DeskForm } from '~/components/forms/desk-form'
import { FormProblem } from '~/components/forms/form-problem'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { Submit, SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { PrintButton } from '~/components/site/print-button'
import { QrCodeImage } from '~/components/site/qr-code-image'
import { formatFullDate } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './loader.server'

export const factorIntents = [
  'begin-factor',
  'confirm-factor',
  'new-recovery-codes',
  'remove-factor',
] as const

export function SecondFactor({ page }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const answer = useForm(...factorIntents)
  const { factor, newFactor } = page
  return (
    <section id="second-factor" aria-labelledby="second-factor-heading">
      <h2 id="second-factor-heading">{t('profile:factorHeading')}</h2>
      <FormProblem answer={answer} />
      {factor && <TurnedOn page={page} factor={factor} />}
      {newFactor && <SetUp newFactor={newFactor} />}
      {!factor && !newFactor && <TurnedOff page={page} />}
    </section>
  )
}

function TurnedOff({ page }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const { emailVerified, factorAsks } = page
  const signsInFirst = factorAsks === 'sign-in'
  return (
    <>
      <p>{t('profile:factorOff')}</p>
      {!emailVerified && <p className="quiet">{t('profile:factorConfirmFirst')}</p>}
      {emailVerified && (
        <DeskForm className="stack" place="second-factor" reloadDocument={signsInFirst}>
          {signsInFirst ? (
            <SignInAgain />
          ) : (
            <>
              <ProofField asked={factorAsks} name="factorPassword" />
              <SubmitLine intent="begin-factor" look="second" label={t('profile:factorBegin')} />
            </>
          )}
        </DeskForm>
      )}
    </>
  )
}

function SetUp({ newFactor }: { newFactor: NonNullable<ProfilePage['newFactor']> }) {
  const { t } = useTranslation()
  return (
    <DeskForm className="stack" place="second-factor">
      <p>{t('profile:factorScan')}</p>
      <div className="app-key">
        <QrCodeImage code={newFactor.code} label={t('profile:factorPicture')} />
        <p>
          {t('profile:factorKey')} <code>{newFactor.key}</code>
        </p>
      </div>
      <p>{t('profile:factorConfirm')}</p>
      <CodeField ofApp />
      <p className="deeds">
        <Submit intent="confirm-factor" label={t('profile:factorTurnOn')} />{' '}
        <button className="plain-button" name="intent" value="cancel-factor">
          {t('profile:factorCancel')}
        </button>
      </p>
    </DeskForm>
  )
}

function TurnedOn({
  page: { factorAsks, timeZone },
  factor: { since, left },
}: {
  page: ProfilePage
  factor: NonNullable<ProfilePage['factor']>
}) {
  const { t } = useTranslation()
  const day = formatFullDate(since, useLanguage(), timeZone)
  return (
    <DeskForm className="stack" place="second-factor">
      <p>{t('profile:factorOn', { count: left, day })}</p>
      <p className="quiet">{t('profile:factorChange')}</p>
      <ProofField asked={factorAsks} name="factorPassword" />
      <CodeField />
      <p className="deeds">
        <Submit intent="new-recovery-codes" look="second" label={t('profile:factorNewCodes')} />{' '}
        <Submit intent="remove-factor" look="danger" label={t('profile:factorTurnOff')} />
      </p>
    </DeskForm>
  )
}

/** The whole page, so that nothing else is printed. */
export function RecoveryCodes({ codes, site }: { codes: string[]; site: string }) {
  const { t } = useTranslation()
  return (
    <div className="rooms stack">
      <h1>{t('profile:codesHeading')}</h1>
      <p>{t('profile:codesLead', { site })}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="deeds">
        <PrintButton label={t('profile:codesPrint')} hint={t('profile:codesPrintHint')} />
        <LocalizedLink className="button" to="/dashboard/profile">
          {t('profile:codesDone')}
        </LocalizedLink>
      </p>
    </div>
  )
}
