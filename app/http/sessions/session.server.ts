import type { AppLoadContext } from '@remix-run/node'
import type { Services } from '../../config'
import { isWithinLifetime, type Session, type Tokens } from '../../domain/accounts/sessions'
import type { SignedIn } from '../../domain/identity/identity'
import { bestEffort } from '../../domain/stores'
import { oncePerRequest } from '../request-facts'
import { deviceName } from './device'
import {
  expireSessionCookie,
  newSessionId,
  readSessionCookie,
  writeSessionCookie,
} from './session-cookie.server'
import { sealTokens, unsealTokens } from './token-seal.server'

/** Milliseconds between writes of `lastSeenAt`. */
const seenEvery = 60_000

/**
 * Ends the request's session (OWASP ASVS 5.0 7.2.4). Set-Cookie value. The session never seems older
 * than the change of password that it follows.
 */
export async function startSession(
  context: AppLoadContext,
  { user, tokens, validSince }: SignedIn,
): Promise<string> {
  const { config, services } = context
  const now = context.now()
  const lastLoginAt = validSince && validSince > now ? validSince : now
  const { sid, idHash } = newSessionId()
  await services.sessions.create({
    idHash,
    user,
    sealedTokens: sealTokens(tokens, idHash, config.secrets),
    device: deviceName(context.headers.get('User-Agent') ?? ''),
    lastLoginAt,
    provedAt: now,
    checkedAt: now,
    lastSeenAt: now,
    createdAt: now,
  })
  await endSession(context)
  return writeSessionCookie(config, sid, lastLoginAt)
}

/** Undefined where nobody is signed in. */
export const readSession = oncePerRequest(findSession)

/** And its listeners. Returns the Set-Cookie value that clears the cookie. */
export async function endSession(context: AppLoadContext): Promise<string> {
  const cookie = await readSessionCookie(context.config, context.headers.get('Cookie'))
  readSession.forget(context)
  if (cookie) await finishSession(context.services, cookie.idHash)
  return clearSessionCookie(context)
}

export async function finishSession({ sessions, live }: Services, idHash: string): Promise<void> {
  await sessions.end(idHash)
  live.publish(`session:${idHash}`, { kind: 'session-ended' })
}

/** Clears only the cookie; the session goes on. */
export function clearSessionCookie(context: AppLoadContext): Promise<string> {
  return expireSessionCookie(context.config)
}

/** The browser's newer ID token; the refresh token stays. */
export async function renewIdToken(
  context: AppLoadContext,
  session: Session,
  idToken: string,
  expiresAt: Date,
): Promise<void> {
  const { config, services } = context
  const tokens = { ...openTokens(context, session), idToken, expiresAt }
  const sealedTokens = sealTokens(tokens, session.idHash, config.secrets)
  await services.sessions.renew(session.idHash, { sealedTokens })
}

/** Throws if the seal does not open. */
export function openTokens(context: AppLoadContext, session: Session): Tokens {
  return unsealTokens(session.sealedTokens, session.idHash, context.config.secrets)
}

async function findSession(context: AppLoadContext): Promise<Session | undefined> {
  const { config, services, headers } = context
  const now = context.now()
  const cookie = await readSessionCookie(config, headers.get('Cookie'))
  const stored = cookie && (await services.sessions.find(cookie.idHash))
  if (!stored) return undefined
  // Of cookie and store, the older one counts.
  const lastLoginAt =
    cookie.lastLoginAt < stored.lastLoginAt ? cookie.lastLoginAt : stored.lastLoginAt
  if (!isWithinLifetime(lastLoginAt, now)) return undefined
  const session = { ...stored, lastLoginAt }
  context.personal = true
  if (now.getTime() - session.lastSeenAt.getTime() < seenEvery) return session
  await bestEffort(services.sessions.touch(session.idHash, now), context.report)
  return { ...session, lastSeenAt: now }
}
