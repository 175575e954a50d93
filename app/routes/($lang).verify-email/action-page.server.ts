import type { AppLoadContext } from '@remix-run/node'
import { readSession } from '~/http/sessions/session.server'
import { mailAddressCookie } from '~/http/sessions/sign-in-flow.server'
import { continuation, doneOf, type Link, readLink } from './link.server'
import { currentUser } from './verification.server'

/** What the page shows: a link, what was done by one, or the mail that was sent. */
export interface ActionPage {
  user: { email: string; verified: boolean } | null
  link?: Link
  done?: Link['mode']
  mail: string | null
  /** The address that a mail was last asked for in this browser; empty if nobody knows. */
  address: string
  /** Where the link leads to at last, a path of ours; empty for the desk. */
  to: string
}

/** What the address, the code in it and the cookies say. Uses nothing up. */
export async function readActionPage(context: AppLoadContext): Promise<ActionPage> {
  const url = context.url
  const session = await readSession(context)
  const user = session && (await currentUser(session, context))
  return {
    user: user ? { email: user.email, verified: user.emailVerified } : null,
    link: url.searchParams.has('oobCode') ? await readLink(context) : undefined,
    done: doneOf(url),
    mail: url.searchParams.get('mail'),
    address: mailAddressCookie.read(context)?.email ?? '',
    to: continuation(url, context.config.publicOrigin),
  }
}
