import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LegalPage } from '~/components/legal/legal-page'
import { LegalText } from '~/components/legal/legal-text'
import type { PageHandle } from '~/components/site/page'
import { legalAnswer } from '~/http/responses/legal.server'
import { forEverybodyBriefly } from '~/http/responses/page-headers'

export const handle: PageHandle = {
  page: 'legal:privacyPage',
  sheet: 'legal',
  ships: 'document',
  indexed: true,
}

export const headers: HeadersFunction = () => forEverybodyBriefly

export function loader({ context }: LoaderFunctionArgs) {
  const language = context.language
  return legalAnswer(context, ({ texts }) => ({ sections: texts[language].privacy }))
}

export default function Privacy() {
  const shown = useLoaderData<typeof loader>()
  return (
    <LegalPage page="privacy" sample={shown?.sample ?? false}>
      {shown && <LegalText sections={shown.sections} />}
    </LegalPage>
  )
}
