import { type AppLoadContext, data } from '@remix-run/node'
import type { Session } from '../../domain/accounts/sessions'
import type { Desk } from '../../domain/desks/desks'
import { chosenDesk, type Member, type Membership } from '../../domain/desks/members'
import { awaitsOwner, isSiteDesk } from '../../domain/desks/site-desk'
import {
  atNoDesk,
  notAtDesk,
  roomOfManagers,
  roomOfSite,
  roomOnceConfirmed,
} from '../../domain/forms/forms'
import type { ClientCode } from '../../domain/identity/errors'
import { attend } from '../../domain/live/presence'
import { bestEffort } from '../../domain/stores'
import { barePath, deskParameter, localizedPath, withDesk } from '../../i18n/addresses'
import { flash } from '../cookies/flash.server'
import { oncePerRequest } from '../request-facts'
import { redirectTo } from '../responses/redirect'
import { loginAddress } from './access'
import { revalidate } from './revalidation.server'
import { endSession, readSession } from './session.server'
import { mayJoin } from './signup.server'

/** Milliseconds between writes of a member's presence. */
const attendedEvery = 60_000

/** Throws the redirect to the login page, which clears the cookie and leads back here. */
export async function requireSession(context: AppLoadContext): Promise<Session> {
  const session = await readSession(context)
  if (session && (await revalidate(context, session)) !== 'ended') return session
  throw await toLogin(context)
}

/** Shows `problem` and comes back here. Ends the session and clears its cookie. */
export async function toLogin(context: AppLoadContext, problem?: ClientCode): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  headers.append('Set-Cookie', await endSession(context))
  // 303 turns a refused POST into a page's GET (RFC 9110 §15.4.4).
  const address = loginAddress(context) + (problem ? `&problem=${problem}` : '')
  return redirectTo(address, { headers })
}

/** Who asks, at which desk, and as what. */
export interface OwnDesk extends Membership {
  session: Session
  /** All desks of the account, the one chosen last first. */
  memberships: Membership[]
}

/** Who asks, without a desk for an account that is at none. */
export type OwnAccount = Pick<OwnDesk, 'session' | 'memberships'> & Partial<Membership>

/** Who has access, and as what. */
export type Reader = Pick<OwnAccount, 'session' | 'desk' | 'member'>

/** Whether the session goes on, and the account is what it was at the desk, after something that took long. */
export async function isStillThere(
  { sessions, members }: Pick<AppLoadContext['services'], 'sessions' | 'members'>,
  { session, desk, member }: Reader,
): Promise<boolean> {
  if (!(await sessions.find(session.idHash))) return false
  if (!desk) return true
  const own = await members.desksOf(session.user.uid)
  return own.some((each) => each.desk.id === desk.id && each.member.kind === member?.kind)
}

const readPlace = oncePerRequest(async (context) => {
  const session = await requireSession(context)
  const { uid } = session.user
  const own = await context.services.members.desksOf(uid)
  if (own.length === 0 && !(await context.services.accounts.find(uid))) throw await toLogin(context)
  const membership = chosenDesk(own, context.url.searchParams)
  const isFree = barePath(context.url.pathname) === factorPage
  if (membership && !isFree && (await lacksFactor(context, membership.desk, uid))) {
    const to = localizedPath(`${factorPage}#second-factor`, context.language)
    throw redirectTo(withDesk(to, context.url.searchParams.get(deskParameter)))
  }
  return { session, own, membership }
})

/** Where a member without the second factor that a desk requires may still go. */
const factorPage = '/dashboard/profile'

/** From when on an account without a second factor can do nothing else at a desk. */
export async function factorDue(
  { services }: Pick<AppLoadContext, 'services'>,
  { secondFactorFrom }: Desk,
  uid: string,
): Promise<Date | undefined> {
  const isMissing = secondFactorFrom && !(await services.secondFactors.find(uid))
  return isMissing ? secondFactorFrom : undefined
}

/** Whether that day has come. */
export async function lacksFactor(
  context: Pick<AppLoadContext, 'services' | 'now'>,
  desk: Desk,
  uid: string,
): Promise<boolean> {
  const due = await factorDue(context, desk, uid)
  return due !== undefined && due <= context.now()
}

/** After an action, so that the desk is read again. */
export const forgetDesk = readPlace.forget

/**
 * Authorises everything at a desk: for its members, at the desk that the address names, or else the one
 * chosen last. Reads once per request. Throws as `requireSession`, and 403 for an account that is at no
 * desk or not at this one.
 */
export async function requireDesk(context: AppLoadContext): Promise<OwnDesk> {
  const { session, own, membership } = await readPlace(context)
  if (membership) return { session, ...membership, memberships: own }
  const mayFound = own.length === 0 && (await mayJoin(context, session.user.email))
  throw data(mayFound ? atNoDesk : notAtDesk, { status: 403 })
}

/** As `requireDesk`, for what every account has, also one that is at no desk. */
export async function requireAccount(context: AppLoadContext): Promise<OwnAccount> {
  const { session, own, membership } = await readPlace(context)
  if (!membership && own.length > 0) throw data(notAtDesk, { status: 403 })
  return { session, memberships: own, ...membership }
}

/** Has session, membership and kind read again, after something that took long. */
export function forgetAccess(context: AppLoadContext): void {
  readSession.forget(context)
  forgetDesk(context)
  runsShop.forget(context)
}

/** For what colleagues may not do: 403 with a page that says so. Throws as `requireDesk`. */
export async function requireManager(context: AppLoadContext): Promise<OwnDesk> {
  const own = await requireDesk(context)
  demandManager(own)
  return own
}

/** Throws 403 for a colleague. */
export function demandManager({ member }: { member?: Member }): void {
  if (member?.kind !== 'manager') throw data(roomOfManagers, { status: 403 })
}

/** A sent form proves that somebody is at the desk. A page view does not: programs open links too. */
export async function noteAttendance(context: AppLoadContext): Promise<void> {
  const own = await requireDesk(context)
  const { attendedAt } = own.member
  const now = context.now()
  if (attendedAt && now.getTime() - attendedAt.getTime() < attendedEvery) return
  await bestEffort(attend(context.services, own, now), context.report)
}

/** As for changing the password (spec §5): the login page says that nobody is signed in. */
export async function requireCurrentUser(context: AppLoadContext): Promise<OwnAccount> {
  try {
    return await requireAccount(context)
  } catch (thrown) {
    if (thrown instanceof Response) {
      thrown.headers.append('Set-Cookie', flash(context, 'noCurrentUser'))
    }
    throw thrown
  }
}

/** Whether the member's desk is the site's, with the shop. Throws as `requireDesk`. */
export const runsShop = oncePerRequest(async (context): Promise<boolean> => {
  // One after the other: the session's check may claim the site.
  const { desk } = await requireAccount(context)
  return desk !== undefined && isSiteDesk(context.services, desk)
})

/** Whether the site's desk will be this account's as soon as its address is confirmed. */
export async function willRunShop(
  { services, config }: AppLoadContext,
  { session: { user }, desk }: Reader,
): Promise<boolean> {
  if (user.emailVerified || desk?.ownerUid !== user.uid || config.siteOwner === 'set-up')
    return false
  return awaitsOwner(services, config.siteOwner, user.email)
}

/** Whether plans are for the owner: not on a house for itself, and not for the site's own desk, now or soon. */
export async function hasPlans(context: AppLoadContext): Promise<boolean> {
  if (context.config.signup !== 'open' || (await runsShop(context))) return false
  return !(await willRunShop(context, await requireAccount(context)))
}

/** For the rooms of the shop: 404 for everybody but the members of the site's desk, with a page that says so. */
export async function requireSiteDesk(context: AppLoadContext): Promise<OwnDesk> {
  if (await runsShop(context)) return requireDesk(context)
  const waits = await willRunShop(context, await requireAccount(context))
  throw data(waits ? roomOnceConfirmed : roomOfSite, { status: 404 })
}

/** As `requireSiteDesk`, and 403 for colleagues. */
export async function requireSiteManager(context: AppLoadContext): Promise<OwnDesk> {
  const own = await requireSiteDesk(context)
  demandManager(own)
  return own
}
