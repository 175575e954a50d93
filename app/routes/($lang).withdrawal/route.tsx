import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LegalPage } from '~/components/legal-page'
import { LegalText } from '~/components/legal-text'
import type { PageHandle } from '~/components/page'
import { legalAnswer, legalHeaders } from '~/http/legal.server'
import { languageOfPath } from '~/i18n/addresses'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export const handle: PageHandle = {
  page: 'withdrawal',
  sheet: 'legal',
  ships: 'document',
  indexed: true,
}

export const headers: HeadersFunction = () => legalHeaders

export function loader({ request, context }: LoaderFunctionArgs) {
  const language = languageOfPath(new URL(request.url).pathname)
  return legalAnswer(context, ({ texts }) => ({ sections: texts[language].withdrawal }))
}

export default function Withdrawal() {
  const { t } = useTranslation()
  const shown = useLoaderData<typeof loader>()
  return (
    <LegalPage page="withdrawal" sample={shown?.sample ?? false}>
      {shown && (
        <>
          <p className="deeds">
            <LocalizedLink to="/withdrawal?withdraw" className="button">
              {t('layout.withdraw')}
            </LocalizedLink>{' '}
            <LocalizedLink to="/withdrawal?cancel" className="button second">
              {t('layout.cancel')}
            </LocalizedLink>
          </p>
          <LegalText sections={shown.sections} />
        </>
      )}
    </LegalPage>
  )
}
