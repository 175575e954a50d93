import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/components/page'
import { SiteLayout } from '~/components/site-layout'
import { needsSession } from '~/http/access'
import { requireSession } from '~/http/access.server'
import { readSession } from '~/http/session.server'
import { languageOfPath, localizedPath } from '~/i18n/addresses'
import { ActionLink } from './action-link'
import { MailSent } from './mail-sent'
import { applyCode, currentUser, readCode, resend } from './verification.server'

export const handle: PageHandle = { page: 'verifyEmail', sheet: 'plain', ships: 'document' }

/** The address holds a code: it is told to no other site and kept by no cache. */
export const headers: HeadersFunction = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
})

/** A GET only looks at the code: mail scanners open links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  if (needsSession(url.pathname, url.searchParams)) await requireSession(context, request)
  const session = await readSession(context, request)
  const user = session && (await currentUser(session, context))
  const code = url.searchParams.get('oobCode')
  const page = {
    user: user ? { email: user.email, verified: user.emailVerified } : null,
    done: url.searchParams.has('done'),
    mail: url.searchParams.get('mail'),
    link: code === null ? null : await readCode(code, context),
  }
  return data(page, { status: page.link?.kind === 'refused' ? page.link.status : 200 })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const url = new URL(request.url)
  const language = languageOfPath(url.pathname)
  const here = (query: string) => redirect(localizedPath(`/verify-email?${query}`, language), 303)
  const code = url.searchParams.get('oobCode')
  if (code !== null) {
    const applied = await applyCode(code, request, context)
    if (applied.kind === 'refused') return data(applied, { status: applied.status })
    // The clean address leaves the code out of the browser's history.
    return here(`done&lang=${language}`)
  }
  const session = await requireSession(context, request)
  return here(`mail=${await resend(session, language, context)}`)
}

export default function VerifyEmail() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <SiteLayout>
      <div className="sheet">
        <h1>{t('verify.heading')}</h1>
        {page.link ? (
          <ActionLink link={refused ?? page.link} user={page.user} />
        ) : (
          <MailSent page={page} />
        )}
      </div>
    </SiteLayout>
  )
}
