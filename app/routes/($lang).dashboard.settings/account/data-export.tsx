import { Form } from '@remix-run/react'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'

/** GDPR Art. 15 and 20. */
export function DataExport({ page }: { page: Pages['export'] }) {
  const { t } = useTranslation()
  const answer = useForm()
  return (
    <section id="export" aria-labelledby="export-heading">
      <h2 id="export-heading">{t('account:exportHeading')}</h2>
      {/* The redirect is a download, which needs a full page load. */}
      <Form className="stack" method="post" reloadDocument>
        <p>{t('account:exportText')}</p>
        {page.exportAsks === 'sign-in' ? (
          <SignInAgain />
        ) : (
          <>
            <ProofField asked={page.exportAsks} name="exportPassword" answer={answer} />
            <p>
              <button className="button second" name="intent" value="export">
                {t('account:exportSubmit')}
              </button>
            </p>
          </>
        )}
      </Form>
    </section>
  )
}
