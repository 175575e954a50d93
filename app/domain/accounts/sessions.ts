/** A sign-in provider of a user, as the identity service names it ("password", "google.com"). */
export interface ProviderInfo {
  providerId: string
}

/** The user object of spec §3, as the browser may see it. */
export interface SessionUser {
  uid: string
  email: string
  emailVerified: boolean
  displayName: string | null
  photoURL: string | null
  providerData: ProviderInfo[]
}

/**
 * Whether nothing says who somebody is: no address and no provider, a telephone's included. Such an
 * account counts as not signed in (spec §4, §6).
 */
export function isAnonymous({ email, providerData }: SessionUser): boolean {
  return email === '' && providerData.length === 0
}

/** What the server keeps of a sign-in. The browser holds only an opaque id and `lastLoginAt`. */
export interface Session {
  /** SHA-256 of the id in the cookie, base64url: a leaked database opens no session. */
  idHash: string
  user: SessionUser
  /** The identity service's tokens, encrypted for this session alone with the server's secret. */
  sealedTokens: string
  /** The browser and system that signed in, in two words ("Firefox, Windows"); empty if it didn't say. */
  device: string
  lastLoginAt: Date
  /** When somebody last proved with a password or a link who they are. */
  provedAt: Date
  /** When the identity service last said that the user may be signed in. */
  checkedAt: Date
  lastSeenAt: Date
  createdAt: Date
}

/** The identity service's tokens of a session, before they are sealed. */
export interface Tokens {
  idToken: string
  /** Empty where a browser keeps it to itself: the session then ends with its ID token. */
  refreshToken: string
  expiresAt: Date
}

export type SessionRenewal = Partial<Pick<Session, 'sealedTokens' | 'checkedAt' | 'provedAt'>>

export interface SessionStore {
  create(session: Session): Promise<void>
  find(idHash: string): Promise<Session | undefined>
  /** The user's sessions, the one seen last first. */
  list(uid: string): Promise<Session[]>
  /** Renews what is known of the user; nothing else. */
  refresh(idHash: string, user: SessionUser): Promise<void>
  /** Keeps new tokens, or the time of a check or a proof; nothing else. */
  renew(idHash: string, renewal: SessionRenewal): Promise<void>
  /** Notes when the session was last seen; an earlier time than the one kept changes nothing. */
  touch(idHash: string, at: Date): Promise<void>
  /** Ends one session; ending it again changes nothing. */
  end(idHash: string): Promise<void>
  /** Ends the user's sessions but the one excepted; returns the ended ones' ids. */
  endAll(uid: string, except?: string): Promise<string[]>
  /**
   * Removes sessions whose last login was before `before`, at most `limit`; returns how many. A store
   * that lets records expire by itself may find none: nobody is signed in by what is too old.
   */
  removeOlder(before: Date, limit: number): Promise<number>
}

/** Spec §5: a session is valid if the last login was at most 24 hours ago. */
export const sessionLifetime = 24 * 3_600_000

/**
 * Whether a last login still carries a session; exactly 24 hours ago does (spec §5). One that lies up
 * to a day ahead does, too: the clock was set back since, which is no reason to sign anybody out.
 */
export function isWithinLifetime(lastLoginAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - lastLoginAt.getTime()) <= sessionLifetime
}
