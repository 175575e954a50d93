import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import { needsSession } from '~/http/sessions/access'
import { requireSession } from '~/http/sessions/access.server'
import { useTranslation } from '~/i18n/translation'
import { ActionLink } from './action-link'
import { type ActionPage, readActionPage } from './action-page.server'
import { applyLink } from './applying.server'
import { addressFromMail } from './link.server'
import { MailSent } from './mail-sent'
import { Outcome } from './outcome'
import { resend } from './verification.server'

export const handle: PageHandle = {
  page: 'verify:page',
  sheet: 'plain',
  ships: 'document',
  draftForm: (page) => ((page as ActionPage).link?.mode === 'signIn' ? 'sign-in' : undefined),
}

/** The address holds a code: never in a referrer or cache. A refusal has Retry-After. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const all = new Headers(loaderHeaders)
  for (const [name, value] of actionHeaders) all.set(name, value)
  all.set('Cache-Control', 'private, no-store')
  all.set('Referrer-Policy', 'same-origin')
  return all
}

/** GET changes nothing: e-mail scanners open links before people do. */
export async function loader({ context }: LoaderFunctionArgs) {
  const url = context.url
  const better = addressFromMail(url)
  if (better) throw redirect(better, { headers: { 'Cache-Control': 'no-store' } })
  if (needsSession(url.pathname, url.searchParams)) await requireSession(context)
  const page = await readActionPage(context)
  if (page.link?.kind !== 'refused') return data(page)
  return data(page, { status: page.link.status, headers: page.link.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (context.url.searchParams.has('oobCode')) return applyLink(request, context)
  const session = await requireSession(context)
  return resend(session, context)
}

export default function VerifyEmail() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const refused = answered && 'kind' in answered ? answered : undefined
  const answer = answered && 'typed' in answered ? answered : undefined
  const link = refused ?? page.link
  const mode = link?.mode ?? page.done ?? 'verifyEmail'
  return (
    <SiteLayout>
      <div className="sheet">
        <h1>{mode === 'verifyEmail' ? t('verify:heading') : t(`verify:link.${mode}.heading`)}</h1>
        {link ? (
          <ActionLink page={page} link={link} answer={answer} />
        ) : page.done && page.done !== 'verifyEmail' ? (
          <Outcome done={page.done} page={page} />
        ) : (
          <MailSent page={page} answer={answer} />
        )}
      </div>
    </SiteLayout>
  )
}
