/** As the identity service names it ("password", "google.com"). */
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

/** Without address and provider (a telephone is one); counts as not signed in (spec §4, §6). */
export function isAnonymous({ email, providerData }: SessionUser): boolean {
  return email === '' && providerData.length === 0
}

/** The browser holds only an opaque id and `lastLoginAt`. */
export interface Session {
  /** SHA-256 of the id in the cookie, base64url: a leaked database opens no session. */
  idHash: string
  user: SessionUser
  /** Tokens encrypted for this session alone with the server's secret. */
  sealedTokens: string
  /** Browser and system ("Firefox, Windows"); empty if unknown. */
  device: string
  lastLoginAt: Date
  /** Of the last proof by password or link. */
  provedAt: Date
  /** When the identity service last confirmed the user. */
  checkedAt: Date
  lastSeenAt: Date
  createdAt: Date
}

export interface Tokens {
  idToken: string
  /** Empty where a browser keeps it: the session then ends with its ID token. */
  refreshToken: string
  expiresAt: Date
}

export type SessionRenewal = Partial<Pick<Session, 'sealedTokens' | 'checkedAt' | 'provedAt'>>

export interface SessionStore {
  create(session: Session): Promise<void>
  find(idHash: string): Promise<Session | undefined>
  list(uid: string): Promise<Session[]>
  /** Changes nothing but the user. */
  refresh(idHash: string, user: SessionUser): Promise<void>
  /** Changes only the given fields: new tokens, or the time of a check or proof. */
  renew(idHash: string, renewal: SessionRenewal): Promise<void>
  /** Never sets an earlier time. */
  touch(idHash: string, at: Date): Promise<void>
  /** Idempotent. */
  end(idHash: string): Promise<void>
  /** Returns the ended sessions' id hashes. */
  endAll(uid: string, except?: string): Promise<string[]>
  /** Returns how many. A store whose records expire by themselves may find none. */
  removeOlder(before: Date, limit: number): Promise<number>
}

/** Spec §5: valid for 24 hours after the last login. */
export const sessionLifetime = 24 * 3_600_000

/** Includes exactly 24 hours (spec §5), and a day ahead: a clock may be set back. */
export function isWithinLifetime(lastLoginAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - lastLoginAt.getTime()) <= sessionLifetime
}
