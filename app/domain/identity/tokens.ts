import type { ClientCode } from './errors'

/** Milliseconds before expiry (spec §4). */
const refreshAhead = 5 * 60_000

/** Milliseconds before expiry at which a token counts as expired, for its way there. */
const expiryMargin = 30_000

const firstBackoff = 30_000
const longestBackoff = 16 * 60_000

/** Consecutive refreshes without a response; the time is of the last one. */
export interface FailedRefreshes {
  count: number
  lastAt: Date
}

export function isExpired(expiresAt: Date, now: Date): boolean {
  return !(expiresAt.getTime() - now.getTime() > expiryMargin)
}

/** Within 5 minutes of expiry and after the backoff, which an expired token does not wait for. */
export function isRefreshDue(expiresAt: Date, now: Date, failed?: FailedRefreshes): boolean {
  if (isExpired(expiresAt, now)) return true
  if (expiresAt.getTime() - now.getTime() > refreshAhead) return false
  return !failed || now.getTime() - failed.lastAt.getTime() >= refreshBackoff(failed.count)
}

/** Milliseconds: 30 s, doubling to 16 min. */
export function refreshBackoff(failures: number): number {
  if (failures < 1) return 0
  return Math.min(firstBackoff * 2 ** (failures - 1), longestBackoff)
}

export type TokenUse = 'kept-token' | 'fresh-token' | 'refresh'

/** Over, worth one refresh and retry, or unchanged. */
export type SessionFate = 'end' | 'refresh' | 'keep'

/**
 * USER_DISABLED, USER_NOT_FOUND and TOKEN_EXPIRED end the session; a rejected token
 * (INVALID_ID_TOKEN, for a refresh INVALID_REFRESH_TOKEN, INVALID_GRANT_TYPE,
 * PROJECT_NUMBER_MISMATCH) ends it unless a refresh may help. Everything else leaves it.
 */
export function sessionFate(code: ClientCode, use: TokenUse): SessionFate {
  if (code === 'user-disabled' || code === 'user-token-expired') return 'end'
  if (code !== 'invalid-user-token') return 'keep'
  return use === 'kept-token' ? 'refresh' : 'end'
}

/** In whole seconds, like the service. Take `lastLoginAt` after the sign-in's response. */
export function isRevoked(lastLoginAt: Date, validSince: Date | null): boolean {
  return validSince !== null && wholeSeconds(lastLoginAt) < wholeSeconds(validSince)
}

/**
 * Whether a sign-in of the browser SDK is no younger than the last change of password or address. The
 * service still takes tokens of the same second.
 */
export function isOutlived(authTime: Date, validSince: Date | null | undefined): boolean {
  return !!validSince && wholeSeconds(authTime) <= wholeSeconds(validSince)
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
