import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Borrowed } from '~/components/legal/borrowed'
import { LegalPage } from '~/components/legal/legal-page'
import { LegalText } from '~/components/legal/legal-text'
import type { PageHandle } from '~/components/site/page'
import { useSendsNoLetters } from '~/components/site/session'
import { legalAnswer } from '~/http/responses/legal.server'
import { forEverybodyBriefly } from '~/http/responses/page-headers'
import { useTranslation } from '~/i18n/translation'

export const handle: PageHandle = {
  page: 'legal:termsPage',
  stylesheet: 'plain',
  scripts: 'none',
  indexed: true,
}

export const headers: HeadersFunction = () => forEverybodyBriefly

export function loader({ context }: LoaderFunctionArgs) {
  const language = context.language
  return legalAnswer(context, ({ texts, borrowed }) => {
    const { terms, delivery } = texts[language]
    return { terms, delivery, borrowed: borrowed[language] }
  })
}

export default function Terms() {
  const { t } = useTranslation()
  const shown = useLoaderData<typeof loader>()
  const sendsNoLetters = useSendsNoLetters()
  return (
    <LegalPage page="terms" sample={shown?.sample ?? false}>
      {shown && (
        <>
          {!sendsNoLetters && <p className="quiet">{t('legal:keep')}</p>}
          <Borrowed from={shown.borrowed.terms}>
            <LegalText title={t('legal:terms')} sections={shown.terms} />
          </Borrowed>
          <div id="delivery">
            <Borrowed from={shown.borrowed.delivery}>
              <LegalText sections={shown.delivery} />
            </Borrowed>
          </div>
        </>
      )}
    </LegalPage>
  )
}
