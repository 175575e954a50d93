import type { SessionUser, Tokens } from './sessions'

/** What the service keeps of a user beside what a session shows (accounts:lookup). */
export interface UserRecord {
  user: SessionUser
  phoneNumber: string | null
  /** No address, no number and no provider: an account that nobody could sign in to again. */
  isAnonymous: boolean
  tenantId: string | null
  createdAt: Date | null
  lastLoginAt: Date | null
  /** Tokens from before this whole second are void: the password or the address was changed. */
  validSince: Date | null
}

/**
 * What the owner of an ID token may do with the account. Codes of tokens: invalid-user-token,
 * user-token-expired, user-disabled; where it changes something: requires-recent-login.
 */
export interface OwnAccount {
  /** accounts:lookup: the user as the service knows it now. */
  lookup(idToken: string): Promise<SessionUser>
  /** The same with the times and flags that a session does not show. */
  lookupRecord(idToken: string): Promise<UserRecord>
  /** accounts:update, then lookup. `null` takes a value away, `undefined` leaves it. */
  updateProfile(
    idToken: string,
    changes: { displayName?: string | null; photoURL?: string | null },
  ): Promise<SessionUser>
  /**
   * accounts:update with a password. Returns new tokens; all earlier ones become void. Codes also:
   * weak-password, password-does-not-meet-requirements, missing-password.
   */
  changePassword(idToken: string, newPassword: string, now: Date): Promise<Tokens>
  /** accounts:update with deleteProvider, then lookup: e.g. "google.com" signs in no longer. */
  unlinkProvider(idToken: string, providerId: string): Promise<SessionUser>
  /** accounts:delete: the account is gone, with its tokens and codes. */
  deleteAccount(idToken: string): Promise<void>
}
