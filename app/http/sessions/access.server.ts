import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Session } from '../../domain/accounts/sessions'
import { type Desk, findSiteDesk, ownDesk } from '../../domain/desks/desks'
import type { ClientCode } from '../../domain/identity/errors'
import { attend } from '../../domain/live/presence'
import { bestEffort } from '../../domain/stores'
import { flash } from '../cookies/flash.server'
import { oncePerRequest } from '../request-facts'
import { loginAddress } from './access'
import { revalidate } from './revalidation.server'
import { endSession, readSession } from './session.server'

/** Milliseconds between writes of an owner's presence. */
const attendedEvery = 60_000

/**
 * Throws the redirect to the login page, which clears the cookie and comes back here afterwards.
 */
export async function requireSession(context: AppLoadContext): Promise<Session> {
  const session = await readSession(context)
  if (session && (await revalidate(context, session)) !== 'ended') return session
  throw await toLogin(context)
}

/**
 * The redirect to the login page, which comes back to where the request was going and says what the
 * problem was, if there was one. It ends the session if there is one, and takes its cookie away.
 */
export async function toLogin(context: AppLoadContext, problem?: ClientCode): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  headers.append('Set-Cookie', await endSession(context))
  // 303 turns a refused POST into a page's GET (RFC 9110 §15.4.4).
  const address = loginAddress(context) + (problem ? `&problem=${problem}` : '')
  return redirect(address, { status: 303, headers })
}

export interface OwnDesk {
  session: Session
  desk: Desk
}

/**
 * The session and the desk of the account, which is made on the first visit. Notes that the owner
 * is at the desk. Throws as `requireSession` does.
 */
export const requireDesk = oncePerRequest(async (context): Promise<OwnDesk> => {
  const session = await requireSession(context)
  const { desks, live } = context.services
  const { uid } = session.user
  const now = context.now()
  const desk = await ownDesk(desks, uid, now)
  if (!desk) throw await toLogin(context)
  if (desk.attendedAt && now.getTime() - desk.attendedAt.getTime() < attendedEvery) {
    return { session, desk }
  }
  await bestEffort(attend({ desks, live }, desk, now), context.report)
  return { session, desk: { ...desk, attendedAt: now } }
})

/**
 * The same for what only makes sense to a signed-in user, such as changing the password (spec §5): the
 * login page then says that nobody is.
 */
export async function requireCurrentUser(context: AppLoadContext): Promise<OwnDesk> {
  try {
    return await requireDesk(context)
  } catch (thrown) {
    if (thrown instanceof Response) {
      thrown.headers.append('Set-Cookie', flash(context, 'noCurrentUser'))
    }
    throw thrown
  }
}

/**
 * The same for the rooms of the shop, which belong to the owner of the site's desk: to everybody else
 * they are not there (404).
 */
export async function requireSiteDesk(context: AppLoadContext): Promise<OwnDesk> {
  const { services, config } = context
  const [own, site] = await Promise.all([
    requireDesk(context),
    findSiteDesk(services, config.siteDesk),
  ])
  if (site?.id !== own.desk.id) throw new Response(null, { status: 404 })
  return own
}
