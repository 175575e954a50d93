import { useLoaderData } from '@remix-run/react'
import { SignatureFields } from '~/components/desks/signature-fields'
import { DeskForm } from '~/components/forms/desk-form'
import { SubmitLine } from '~/components/forms/submit'
import { draftId } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { SignaturePage } from './signature.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './signature.server'

export const handle = section('signature', { i18n: ['signature'], draft: 'save-signature' })

export default function Signature() {
  const { t } = useTranslation()
  const { signature } = useLoaderData() as SignaturePage
  return (
    <Section>
      <section id="signature" aria-labelledby="signature-heading">
        <h2 id="signature-heading">{t('signature:ofDesk')}</h2>
        <p>
          {t('signature:ofDeskLead')}{' '}
          <AppLink to="/dashboard/profile#answers">{t('signature:own')}</AppLink>
        </p>
        <DeskForm className="stack wide" id={draftId} place="signature">
          <SignatureFields signature={signature} />
          <SubmitLine intent="save-signature" label={t('signature:save')} />
        </DeskForm>
      </section>
    </Section>
  )
}
