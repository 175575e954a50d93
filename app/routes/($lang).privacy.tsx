import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Borrowed } from '~/components/legal/borrowed'
import { LegalPage } from '~/components/legal/legal-page'
import { LegalText } from '~/components/legal/legal-text'
import type { PageHandle } from '~/components/site/page'
import { legalAnswer } from '~/http/responses/legal.server'
import { forEverybodyBriefly } from '~/http/responses/page-headers'
import { useTranslation } from '~/i18n/translation'

export const handle: PageHandle = {
  page: 'legal:privacyPage',
  stylesheet: 'plain',
  scripts: 'none',
  indexed: true,
}

export const headers: HeadersFunction = () => forEverybodyBriefly

export function loader({ context }: LoaderFunctionArgs) {
  const { avatarUrl } = context.config
  return legalAnswer(context, ({ texts, borrowed }) => ({
    borrowed: borrowed[context.language].privacy,
    sections: texts[context.language].privacy,
    avatarHost: avatarUrl && new URL(avatarUrl).host,
  }))
}

export default function Privacy() {
  const { t } = useTranslation()
  const shown = useLoaderData<typeof loader>()
  return (
    <LegalPage page="privacy" sample={shown?.sample ?? false}>
      {shown && (
        <Borrowed from={shown.borrowed}>
          <LegalText title={t('legal:privacy')} sections={shown.sections} />
        </Borrowed>
      )}
      {shown?.avatarHost && (
        <section>
          <h2>{t('legal:avatarHeading')}</h2>
          <p>{t('legal:avatarText', { host: shown.avatarHost })}</p>
        </section>
      )}
    </LegalPage>
  )
}
