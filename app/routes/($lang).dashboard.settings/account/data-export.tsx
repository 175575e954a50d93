import { DeskForm } from '~/components/forms/desk-form'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { SubmitLine } from '~/components/forms/submit'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'

/** GDPR Art. 15 and 20. */
export function DataExport({ page }: { page: Pages['export'] }) {
  const { t } = useTranslation()
  return (
    <section id="export" aria-labelledby="export-heading">
      <h2 id="export-heading">{t('account:exportHeading')}</h2>
      {/* The redirect is a download, which needs a full page load. */}
      <DeskForm className="stack" reloadDocument>
        <p>{t('account:exportText')}</p>
        {page.exportAsks === 'sign-in' ? (
          <SignInAgain />
        ) : (
          <>
            <ProofField asked={page.exportAsks} name="exportPassword" />
            <SubmitLine intent="export" look="second" label={t('account:exportSubmit')} />
          </>
        )}
      </DeskForm>
    </section>
  )
}
