import type { SessionUser, Tokens } from './sessions'

/** Characters of an account's name. */
export const longestName = 80

/** A user's record beyond what a session shows (accounts:lookup). */
export interface UserRecord {
  user: SessionUser
  phoneNumber: string | null
  /** Without address, number or provider: nobody could sign in to it again. */
  isAnonymous: boolean
  tenantId: string | null
  createdAt: Date | null
  lastLoginAt: Date | null
  /** Tokens from before this whole second are void, after a change of password or address. */
  validSince: Date | null
}

/**
 * Codes: invalid-user-token, user-token-expired, user-disabled; for changes also
 * requires-recent-login.
 */
export interface OwnAccount {
  lookup(idToken: string): Promise<SessionUser>
  lookupRecord(idToken: string): Promise<UserRecord>
  /** accounts:update, then lookup. `null` removes a value, `undefined` keeps it. */
  updateProfile(
    idToken: string,
    changes: { displayName?: string | null; photoURL?: string | null },
  ): Promise<SessionUser>
  /** accounts:update: new tokens, old ones void. Codes also: weak-password, missing-password. */
  changePassword(idToken: string, newPassword: string, now: Date): Promise<Tokens>
  /** accounts:update with deleteProvider, e.g. "google.com", then lookup. */
  unlinkProvider(idToken: string, providerId: string): Promise<SessionUser>
  /** accounts:delete, with tokens and codes. */
  deleteAccount(idToken: string): Promise<void>
}
