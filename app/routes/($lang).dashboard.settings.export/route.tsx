import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { SubmitLine } from '~/components/forms/submit'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { ExportPage } from './export.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './export.server'

export const handle = section('export', { i18n: ['account', 'proof'] })

/** GDPR Art. 15 and 20. */
export default function DataExport() {
  const { t } = useTranslation()
  const page = useLoaderData() as ExportPage
  return (
    <Section>
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
    </Section>
  )
}
