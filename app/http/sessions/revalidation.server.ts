import type { AppLoadContext } from '@remix-run/node'
import type { Services } from '../../config'
import type { Session, SessionUser, Tokens } from '../../domain/accounts/sessions'
import { IdentityError } from '../../domain/identity/identity'
import {
  type FailedRefreshes,
  isExpired,
  isRefreshDue,
  isRevoked,
  sessionFate,
  type TokenUse,
} from '../../domain/identity/tokens'
import { bestEffort, StoreUnavailable } from '../../domain/stores'
import { finishSession, openTokens } from './session.server'
import { claimSite } from './site-claim.server'
import { sealTokens } from './token-seal.server'

/** Milliseconds until a revocation shows. */
const checkedFor = 5 * 60_000

/** Milliseconds that a page waits; a later result serves the next page. */
export const revalidationTimeoutMs = 2_000

/** `unsure`: the service did not respond, which signs nobody out. */
type Standing = 'confirmed' | 'ended' | 'unsure'

interface Revalidations {
  checks: Map<string, Promise<Standing>>
  refreshes: Map<string, Promise<Tokens>>
  failures: Map<string, FailedRefreshes>
}

const states = new WeakMap<Services, Revalidations>()

/** Asks the identity service when its last response is old, without delaying the page. */
export async function revalidate(context: AppLoadContext, session: Session): Promise<Standing> {
  // A check in the future, as after the clock was set back, proves nothing.
  const age = Math.abs(context.now().getTime() - session.checkedAt.getTime())
  if (age < checkedFor) return 'confirmed'
  let timer: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<Standing>((resolve) => {
    timer = setTimeout(() => resolve('unsure'), revalidationTimeoutMs)
  })
  return Promise.race([confirm(context, session), waited]).finally(() => clearTimeout(timer))
}

/** For irreversible actions; ends the session of a disabled, deleted or changed user. */
export function confirm(context: AppLoadContext, session: Session): Promise<Standing> {
  const { checks } = statesOf(context.services)
  return once(checks, session.idHash, () => check(context, session))
}

/** Renewed if due. Throws an IdentityError if that fails. */
export async function freshIdToken(context: AppLoadContext, session: Session): Promise<string> {
  return (await freshTokens(context, session)).idToken
}

/** For calls with a fresh token or the user's password. */
export function endsSession(error: unknown): error is IdentityError {
  return error instanceof IdentityError && sessionFate(error.code, 'fresh-token') === 'end'
}

async function check(context: AppLoadContext, session: Session): Promise<Standing> {
  try {
    let tokens = await freshTokens(context, session)
    const first = await ask(context, session, tokens.idToken, 'kept-token')
    if (first !== 'refresh') return first
    tokens = await freshTokens(context, session, true)
    const second = await ask(context, session, tokens.idToken, 'fresh-token')
    return second === 'refresh' ? 'unsure' : second
  } catch (error) {
    // Only a refresh throws here; `ask` handles its own failures.
    return judge(context, session, error, 'refresh') as Promise<Standing>
  }
}

async function ask(
  context: AppLoadContext,
  session: Session,
  idToken: string,
  use: TokenUse,
): Promise<Standing | 'refresh'> {
  const { identity, sessions } = context.services
  try {
    const { user, validSince, isAnonymous } = await identity.lookupRecord(idToken)
    if (isAnonymous || isRevoked(session.lastLoginAt, validSince)) return end(context, session)
    await noteUser(context, session, user)
    await sessions.renew(session.idHash, { checkedAt: context.now() })
    return 'confirmed'
  } catch (error) {
    return judge(context, session, error, use)
  }
}

/** Stores what the identity service says of the session's user, for the session and the account. */
export async function noteUser(
  context: AppLoadContext,
  { idHash }: Session,
  user: SessionUser,
): Promise<void> {
  const { accounts, sessions } = context.services
  await sessions.refresh(idHash, user)
  const { uid, email, emailVerified } = user
  const account = await accounts.find(uid)
  const isNews = account && (account.email !== email || (emailVerified && !account.emailVerified))
  if (isNews) {
    await accounts.save({ ...account, email, emailVerified })
  }
  await claimSite(context, user)
}

async function judge(
  context: AppLoadContext,
  session: Session,
  error: unknown,
  use: TokenUse,
): Promise<Standing | 'refresh'> {
  // The result could not be stored; the next page asks again.
  if (error instanceof StoreUnavailable) return 'unsure'
  if (!(error instanceof IdentityError)) throw error
  const fate = sessionFate(error.code, use)
  if (fate === 'end') return end(context, session)
  return fate === 'refresh' ? 'refresh' : 'unsure'
}

async function end(context: AppLoadContext, session: Session): Promise<Standing> {
  await bestEffort(finishSession(context.services, session.idHash), context.report)
  return 'ended'
}

/** Renewed if due, or in any case. Throws an IdentityError if that fails. */
export async function freshTokens(
  context: AppLoadContext,
  session: Session,
  force = false,
): Promise<Tokens> {
  const { refreshes, failures } = statesOf(context.services)
  const tokens = openTokens(context, session)
  const failed = failures.get(session.idHash)
  if (!force && !isRefreshDue(tokens.expiresAt, context.now(), failed)) return tokens
  if (tokens.refreshToken === '') {
    if (!force && !isExpired(tokens.expiresAt, context.now())) return tokens
    throw new IdentityError('user-token-expired', 'the browser has brought no newer token')
  }
  return once(refreshes, session.idHash, () => refresh(context, session, tokens))
}

async function refresh(
  { services, config, now }: AppLoadContext,
  { idHash }: Session,
  { refreshToken }: Tokens,
): Promise<Tokens> {
  const { failures } = statesOf(services)
  try {
    const { tokens } = await services.identity.refresh(refreshToken, now())
    const sealedTokens = sealTokens(tokens, idHash, config.secrets)
    await services.sessions.renew(idHash, { sealedTokens })
    failures.delete(idHash)
    return tokens
  } catch (error) {
    const count = (failures.get(idHash)?.count ?? 0) + 1
    failures.set(idHash, { count, lastAt: now() })
    throw error
  }
}

function once<T>(underWay: Map<string, Promise<T>>, key: string, begin: () => Promise<T>) {
  let promise = underWay.get(key)
  if (!promise) {
    promise = begin().finally(() => underWay.delete(key))
    underWay.set(key, promise)
  }
  return promise
}

function statesOf(services: Services): Revalidations {
  let state = states.get(services)
  if (!state) {
    state = { checks: new Map(), refreshes: new Map(), failures: new Map() }
    states.set(services, state)
  }
  return state
}
