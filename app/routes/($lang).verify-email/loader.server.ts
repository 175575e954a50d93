import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import { ownMark } from '~/http/forms/account.server'
import { redirectTo } from '~/http/responses/redirect'
import { needsSession } from '~/http/sessions/access'
import { requireSession } from '~/http/sessions/access.server'
import { currentUser } from '~/http/sessions/current-user.server'
import { readSession } from '~/http/sessions/session.server'
import { mailAddressCookie } from '~/http/sessions/sign-in-flow.server'
import { sessionOf } from '~/http/sessions/unproven-account.server'
import {
  addressFromMail,
  continuation,
  type Done,
  doneOf,
  type Link,
  readLink,
} from './link.server'

export interface ActionPage {
  user: { email: string; verified: boolean; account: string | undefined } | null
  link?: Link
  done?: Done
  /** Whether the link's account is signed in in this browser. */
  own: boolean
  mail: string | null
  address: string
  to: string
}

/** GET changes nothing: e-mail scanners open links before people do. */
export async function loader({ context }: LoaderFunctionArgs) {
  const url = context.url
  const better = addressFromMail(url)
  if (better) throw redirectTo(better, { status: 302, headers: { 'Cache-Control': 'no-store' } })
  if (needsSession(url.pathname, url.searchParams)) await requireSession(context)
  const page = await readActionPage(context)
  if (page.link?.kind !== 'refused') return data(page)
  return data(page, { status: page.link.status, headers: page.link.headers })
}

async function readActionPage(context: AppLoadContext): Promise<ActionPage> {
  const url = context.url
  const session = await readSession(context)
  const user = session && (await currentUser(session, context))
  const link = url.searchParams.has('oobCode') ? await readLink(context) : undefined
  return {
    user: user
      ? {
          email: user.email,
          verified: user.emailVerified,
          account: await ownMark(context, session),
        }
      : null,
    link,
    own: link?.kind === 'sound' && (await sessionOf(link.email, context)) !== undefined,
    done: doneOf(url),
    mail: url.searchParams.get('mail'),
    address: mailAddressCookie.read(context)?.email ?? '',
    to: continuation(url, context.config.publicOrigin),
  }
}
