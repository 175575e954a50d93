import type { SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Borrowed } from '~/components/legal/borrowed'
import { LegalPage } from '~/components/legal/legal-page'
import { LegalText } from '~/components/legal/legal-text'
import type { PageHandle } from '~/components/site/page'
import type { LegalSection } from '~/domain/legal/legal'
import type { Language } from '~/domain/text/languages'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Declaring } from './declaring'
import type { loader, WithdrawalPage } from './loader.server'
import type { Step } from './step.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'withdrawal:page',
  stylesheet: 'plain',
  scripts: 'none',
  indexed: true,
  details: (read, t) => {
    const step = (read as WithdrawalPage | undefined)?.step
    const deed = step && deedOf(step)
    return {
      about: deed && { title: t(`layout:${deed}`) },
      draftForm: step?.kind === 'withdraw' || step?.kind === 'cancel' ? 'declaration' : undefined,
    }
  },
}

/** What its reader does there, which heads the page. */
function deedOf(step: SerializeFrom<Step>): 'withdraw' | 'cancel' | undefined {
  if (step.kind === 'cancel') return 'cancel'
  if (step.kind === 'receipt') {
    return step.declaration.matter.kind === 'termination' ? 'cancel' : 'withdraw'
  }
  return step.kind === 'text' ? undefined : 'withdraw'
}

export default function Withdrawal() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const deed = page ? deedOf(page.step) : undefined
  return (
    <LegalPage
      page="withdrawal"
      heading={deed && t(`layout:${deed}`)}
      sample={page?.sample ?? false}
      printable={page?.step.kind === 'text'}
    >
      {page &&
        (page.step.kind === 'text' ? (
          <Instruction sections={page.sections} borrowed={page.borrowed} />
        ) : (
          <Declaring step={page.step} />
        ))}
    </LegalPage>
  )
}

function Instruction({ sections, borrowed }: { sections: LegalSection[]; borrowed?: Language }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="deeds">
        <LocalizedLink to="/withdrawal?withdraw" className="button">
          {t('layout:withdraw')}
        </LocalizedLink>{' '}
        <LocalizedLink to="/withdrawal?cancel" className="button second">
          {t('layout:cancel')}
        </LocalizedLink>{' '}
        <LocalizedLink to="/shop/success">{t('order:lost.link')}</LocalizedLink>
      </p>
      <Borrowed from={borrowed}>
        <LegalText title={t('legal:withdrawal')} sections={sections} />
      </Borrowed>
    </>
  )
}
