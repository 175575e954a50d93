import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useCurrentUrl } from '~/components/site/current-url'
import type { PageHandle } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import { readForm } from '~/http/forms/forms.server'
import { useTranslation } from '~/i18n/translation'
import { readReader } from './reader.server'

export const handle: PageHandle = { page: 'mails:page', sheet: 'plain', ships: 'document' }

/** The address can unsubscribe: never in a referrer or cache. */
export const headers: HeadersFunction = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
})

/** GET changes nothing: e-mail scanners open links before people do. */
export function loader({ context }: LoaderFunctionArgs) {
  return show(context)
}

/**
 * Unsubscribes or resubscribes. An e-mail program's POST wants no redirect (RFC 8058, 3.1); a
 * browser gets one, so that reloading posts nothing.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const reader = await readReader(context)
  const byProgram = form.get('List-Unsubscribe') === 'One-Click'
  const intent = byProgram ? 'stop' : form.get('intent')
  if (!reader || (intent !== 'stop' && intent !== 'resume')) return show(context)
  await reader.change(intent === 'stop')
  return byProgram ? show(context) : redirect(context.path, 303)
}

async function show(context: AppLoadContext) {
  const reader = await readReader(context)
  const page = reader ? { kind: reader.kind, stopped: reader.stopped } : null
  return data(page, { status: page ? 200 : 404 })
}

export default function Mails() {
  const { t } = useTranslation()
  const found = useLoaderData<typeof loader>()
  const own = useCurrentUrl()
  const page = useActionData<typeof action>() ?? found
  return (
    <SiteLayout>
      <div className="sheet">
        <h1>{t('mails:stopHeading')}</h1>
        {page ? (
          <form className="stack" method="post" action={own}>
            <p>
              {page.stopped
                ? t('mails:stopped')
                : page.kind === 'visitor'
                  ? t('mails:stopVisitor')
                  : t('mails:stopOwner')}
            </p>
            <p>
              {page.stopped ? (
                <button className="button second" name="intent" value="resume">
                  {t('mails:resumeButton')}
                </button>
              ) : (
                <button className="button" name="intent" value="stop">
                  {t('mails:stopButton')}
                </button>
              )}
            </p>
          </form>
        ) : (
          <>
            <p>{t('mails:stopUnknown')}</p>
            <p className="quiet">{t('mails:stopUnknownText')}</p>
          </>
        )}
      </div>
    </SiteLayout>
  )
}
