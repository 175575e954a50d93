import type { AppLoadContext } from '@remix-run/node'
import { readSession } from '~/http/sessions/session.server'
import { mailAddressCookie } from '~/http/sessions/sign-in-flow.server'
import { continuation, doneOf, type Link, readLink } from './link.server'
import { currentUser } from './verification.server'

export interface ActionPage {
  user: { email: string; verified: boolean } | null
  link?: Link
  done?: Link['mode']
  mail: string | null
  /** The last one used in this browser; may be empty. */
  address: string
  /** A path of ours; empty for the desk. */
  to: string
}

/** Does not use up the code. */
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
