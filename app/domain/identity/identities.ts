import type { NewRecordMail } from '../outbox/mails'
import type { Language } from '../text/languages'
import type { ActionKind } from './identity'

/** An account at a provider (OpenID Connect Core 1.0, §5.7: no other claim identifies it). */
export interface LinkedProvider {
  issuer: string
  subject: string
}

/** Who may sign in, as this server keeps it with accounts of its own. */
export interface StoredIdentity {
  /** Unique. */
  emailKey: string
  /** Unique. */
  uid: string
  /** As it was typed. */
  email: string
  emailVerified: boolean
  displayName?: string
  photoUrl?: string
  /** With its parameters; absent where providers and e-mailed links are the only ways in. */
  passwordHash?: string
  /** Each is of one account only. */
  providers?: LinkedProvider[]
  blocked: boolean
  /** One more each time that all tokens become void. */
  tokenCount: number
  /** When that was. */
  validSince: Date
  createdAt: Date
  lastLoginAt: Date
}

/** Asked for, and once its letter leaves, the code in it. */
export interface StoredCode {
  /**
   * Who has one living code of a kind: an account's uid, for a sign-in link the address's key, and for the
   * way back to an earlier address both.
   */
  holder: string
  kind: ActionKind
  /** Of the letter that asks for it. */
  id: string
  /** Absent for sign-in links, which may make the account. */
  uid?: string
  /** Where the letter goes; of a change, the account's address until then. */
  email: string
  newEmail?: string
  language: Language
  /** The page that follows, a full address. */
  continueUrl?: string
  /** Of the account when it was asked for. */
  tokenCount?: number
  requestedAt: Date
  /** SHA-256 of the code, base64url; absent until its letter leaves. */
  hash?: string
  expiresAt: Date
}

/** What a code that is used up does. */
export interface Redemption {
  /** As it becomes; a new one without one before. */
  identity: StoredIdentity
  /** Another code that this asks for. */
  request?: StoredCode
  /** Letters that this writes, in the same commit. */
  mails?: NewRecordMail[]
}

const hour = 3_600_000
const day = 24 * hour

/** Milliseconds from the letter's departure. */
export const codeLasts: Readonly<Record<ActionKind, number>> = {
  VERIFY_EMAIL: 3 * day,
  PASSWORD_RESET: hour,
  VERIFY_AND_CHANGE_EMAIL: day,
  RECOVER_EMAIL: 30 * day,
  EMAIL_SIGNIN: hour,
}

/** Milliseconds for which an expired code is still known as such. */
export const expiredKept = 7 * day

/** From then on all its tokens are void, and so are letters that ask for a new password or address. */
export function withVoidTokens(identity: StoredIdentity, now: Date): StoredIdentity {
  return { ...identity, tokenCount: identity.tokenCount + 1, validSince: now }
}

/** Every promise resolves after commit and sync. What `decide` throws is passed on, and nothing changed. */
export interface IdentityStore {
  find(uid: string): Promise<StoredIdentity | undefined>
  /** By `emailKey`. */
  findByEmail(email: string): Promise<StoredIdentity | undefined>
  findByProvider(provider: LinkedProvider): Promise<StoredIdentity | undefined>
  /** In order of `emailKey`, after that one. */
  list(limit: number, after?: string): Promise<StoredIdentity[]>
  /** Rejects with `Taken` where the address or a provider's account has one. */
  add(identity: StoredIdentity): Promise<void>
  /** Resolves with what it has become. Rejects with `Taken` where what is new of these has another. */
  change(
    uid: string,
    decide: (identity: StoredIdentity | undefined) => StoredIdentity,
    mails?: (identity: StoredIdentity) => NewRecordMail[],
  ): Promise<StoredIdentity>
  /** With its codes; does nothing for an unknown one. */
  remove(uid: string): Promise<void>

  /** Replaces the holder's earlier one of this kind, and writes its letters, if any. */
  request(code: StoredCode, mails?: NewRecordMail[]): Promise<void>
  /** Gives what was asked for its code, or another one; undefined if it is asked for no more. */
  issue(
    id: string,
    code: Required<Pick<StoredCode, 'hash'>>,
    now: Date,
  ): Promise<StoredCode | undefined>
  findCode(hash: string): Promise<StoredCode | undefined>
  /** Uses a code up; `identity` is its account, for a sign-in link the address's. Rejects with `Taken`. */
  redeem(
    hash: string,
    decide: (code: StoredCode | undefined, identity: StoredIdentity | undefined) => Redemption,
  ): Promise<Redemption>
  /** Codes that expired before; returns how many. */
  removeOlder(before: Date, limit: number): Promise<number>
}
