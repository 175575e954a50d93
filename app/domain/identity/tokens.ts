import type { ClientCode } from './errors'

/** Tokens are renewed this long before they expire, in milliseconds (spec §4). */
export const refreshAhead = 5 * 60_000

/** A token counts as expired this long before it is, in milliseconds: it has a way to go. */
export const expiryMargin = 30_000

const firstBackoff = 30_000
const longestBackoff = 16 * 60_000

/** Refreshes in a row that found no service; the time is that of the last one. */
export interface FailedRefreshes {
  count: number
  lastAt: Date
}

/** Whether an ID token is too near its expiry to be sent. */
export function isExpired(expiresAt: Date, now: Date): boolean {
  return !(expiresAt.getTime() - now.getTime() > expiryMargin)
}

/**
 * Whether to renew the tokens now: they expire within 5 minutes, and the pause after earlier
 * attempts is over. A token that is no longer usable waits for no pause.
 */
export function isRefreshDue(expiresAt: Date, now: Date, failed?: FailedRefreshes): boolean {
  if (isExpired(expiresAt, now)) return true
  if (expiresAt.getTime() - now.getTime() > refreshAhead) return false
  return !failed || now.getTime() - failed.lastAt.getTime() >= refreshBackoff(failed.count)
}

/** Milliseconds to wait after so many refreshes that found no service: 30 s, doubling to 16 min. */
export function refreshBackoff(failures: number): number {
  if (failures < 1) return 0
  return Math.min(firstBackoff * 2 ** (failures - 1), longestBackoff)
}

/** What a failed call was: made with an ID token as it was kept, with a fresh one, or the refresh. */
export type TokenUse = 'kept-token' | 'fresh-token' | 'refresh'

/** What becomes of the session: over, worth one refresh and another try, or as it was. */
export type SessionFate = 'end' | 'refresh' | 'keep'

/**
 * What a failure means for the session whose token was used. USER_DISABLED, USER_NOT_FOUND and
 * TOKEN_EXPIRED end it; a token that is not believed (INVALID_ID_TOKEN, for a refresh
 * INVALID_REFRESH_TOKEN, INVALID_GRANT_TYPE, PROJECT_NUMBER_MISMATCH) ends it unless a refresh may
 * still mend that. Everything else is about the call or the service and leaves it alone.
 */
export function sessionFate(code: ClientCode, use: TokenUse): SessionFate {
  if (code === 'user-disabled' || code === 'user-token-expired') return 'end'
  if (code !== 'invalid-user-token') return 'keep'
  return use === 'kept-token' ? 'refresh' : 'end'
}

/**
 * Whether a sign-in was undone by a change of password or address made after it, in whole seconds
 * as the service counts. `lastLoginAt` must have been taken after the sign-in's answer, else a
 * sign-up would undo itself.
 */
export function isRevoked(lastLoginAt: Date, validSince: Date | null): boolean {
  return validSince !== null && wholeSeconds(lastLoginAt) < wholeSeconds(validSince)
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
