import type { FactorMailKind } from '../outbox/account-mail-kinds'
import type { NewRecordMail } from '../outbox/mails'

/** What an account asks for after a password, a link or a provider: codes of an app, or recovery codes. */
export interface SecondFactor {
  uid: string
  /** 20 random bytes (RFC 4226 §4, R6), encrypted for this account with the server's secret. */
  sealedSecret: string
  /** Of the last code that was taken: no code counts twice (RFC 6238 §5.2). */
  lastStep: number
  /** Of the hashes of the recovery codes. */
  salt: string
  /** Of those that have not been used. */
  recoveryHashes: string[]
  since: Date
}

export const recoveryCodeCount = 10

/** Digits: 53 bits, beyond guessing with the salted hash of slow scrypt. */
export const recoveryCodeLength = 16

/** Milliseconds for which a code of an app is shown. */
export const stepLasts = 30_000

/** What somebody typed; spaces and hyphens do not count. */
export type TypedCode = { kind: 'app' | 'recovery'; digits: string }

/** Undefined for what is neither six digits nor a recovery code. */
export function readCode(typed: string): TypedCode | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  if (!/^[0-9]+$/.test(digits)) return undefined
  if (digits.length === 6) return { kind: 'app', digits }
  return digits.length === recoveryCodeLength ? { kind: 'recovery', digits } : undefined
}

/** "1234 5678 9012 3456". */
export function inGroups(digits: string): string {
  return digits.match(/.{1,4}/g)?.join(' ') ?? ''
}

/**
 * Steps whose codes count at this time, the likeliest first: the present one, the one before and the one
 * after, for clocks that differ (RFC 6238 §5.2). None that is not later than the last one taken.
 */
export function openSteps({ lastStep }: Pick<SecondFactor, 'lastStep'>, now: Date): number[] {
  const present = Math.floor(now.getTime() / stepLasts)
  return [present, present - 1, present + 1].filter((step) => step > lastStep)
}

/** The letter that says what has just changed. */
export function factorLetter(kind: FactorMailKind, uid: string, at: Date): NewRecordMail {
  return { key: `${kind} ${uid} ${at.getTime()}`, kind, recordId: uid, dueAt: at }
}

/** Goes with its account. */
export interface SecondFactorStore {
  find(uid: string): Promise<SecondFactor | undefined>
  /**
   * Keeps what `decide` makes of it, or removes it for undefined, and writes the letter in the same commit.
   * What `decide` throws is passed on, and nothing changed. Nothing is kept for an unknown account.
   */
  change(
    uid: string,
    decide: (factor: SecondFactor | undefined) => SecondFactor | undefined,
    letter?: NewRecordMail,
  ): Promise<void>
}
