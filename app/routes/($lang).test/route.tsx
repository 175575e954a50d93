import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { SiteLayout } from '~/components/site/site-layout'
import { needsSession } from '~/http/sessions/access'
import { requireSession } from '~/http/sessions/access.server'
import { readSession } from '~/http/sessions/session.server'
import { useTranslation } from '~/i18n/translation'
import { Check } from './check'
import { Report } from './report'
import { readTestPage } from './test-page.server'

export const handle: PageHandle = {
  page: 'test:page',
  stylesheet: 'home',
  scripts: 'test',
  allows: ['frames'],
}

export const headers: HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export async function loader({ context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = context.url
  const session = needsSession(pathname, searchParams)
    ? await requireSession(context)
    : await readSession(context)
  return data(await readTestPage(session, context))
}

export default function Test() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  return (
    <SiteLayout>
      <div className="test">
        <div>
          <h1>{t('test:page.title')}</h1>
          <p className="lead">{t('test:lead')}</p>
        </div>
        <ul className="checks">
          {page.findings.map((finding) => (
            <Check key={finding.name} {...finding} />
          ))}
        </ul>
        <p className="quiet">{t('test:floor')}</p>
        <Report page={page} />
      </div>
      <PageScript />
    </SiteLayout>
  )
}
