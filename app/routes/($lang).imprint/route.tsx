import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Borrowed } from '~/components/legal/borrowed'
import { LegalPage } from '~/components/legal/legal-page'
import { LegalText, linked } from '~/components/legal/legal-text'
import type { PageHandle } from '~/components/site/page'
import { legalAnswer } from '~/http/responses/legal.server'
import { forEverybodyBriefly } from '~/http/responses/page-headers'
import { useTranslation } from '~/i18n/translation'
import { CompanyFacts } from './company-facts'

export const handle: PageHandle = {
  page: 'legal:imprintPage',
  stylesheet: 'plain',
  scripts: 'none',
  indexed: true,
}

export const headers: HeadersFunction = () => forEverybodyBriefly

export function loader({ context }: LoaderFunctionArgs) {
  const language = context.language
  return legalAnswer(context, ({ company, texts, borrowed }) => {
    const { disputes, accessibility } = texts[language]
    return { company, disputes, accessibility, borrowed: borrowed[language] }
  })
}

export default function Imprint() {
  const { t } = useTranslation()
  const shown = useLoaderData<typeof loader>()
  return (
    <LegalPage page="imprint" sample={shown?.sample ?? false}>
      {shown && (
        <>
          <CompanyFacts company={shown.company} />
          <section>
            <h2>{t('legal:contactPoint')}</h2>
            <p>{linked(t('legal:contactPointText', { email: shown.company.email }))}</p>
          </section>
          <section>
            <h2>{t('legal:disputes')}</h2>
            <Borrowed from={shown.borrowed.disputes}>
              <p>{shown.disputes}</p>
            </Borrowed>
          </section>
          <Borrowed from={shown.borrowed.accessibility}>
            <LegalText sections={shown.accessibility} />
          </Borrowed>
        </>
      )}
    </LegalPage>
  )
}
