import type { ClientCode } from '../identity/errors'
import { IdentityError } from '../identity/identity'

/** docs/limits.md gives the reason for each. */
export const rateLimitNames = [
  'sign-in',
  'code',
  'tries',
  'return',
  'sign-up',
  'mail',
  'order',
  'answer',
  'answers',
  'first',
  'copy',
  'notice',
  'unread',
  'by-mail',
  'work',
  'message',
  'typing',
  'draft',
  'begin',
  'repeat',
  'form',
  'text',
  'newcomers',
  'upload',
  'letter',
  'reading',
  'invitation',
] as const

export type RateLimitName = (typeof rateLimitNames)[number]

/** A window begins with its first attempt. */
export interface RateLimit {
  name: RateLimitName
  /** Per address, per account, or shared by everybody. */
  per: 'address' | 'account' | 'everybody'
  most: number
  /** Milliseconds. */
  within: number
  /** The unit of `most`, if it does not count attempts. */
  unit?: 'pieces' | 'MiB' | 'seconds'
  /** The limit that refuses, where this one only holds back. */
  atLast?: RateLimitName
}

/** Bytes of typed text, with what a database adds to each row. */
export const piece = 4_096

/** Whole units of this many bytes; a form takes at least one. */
export function unitsOf(bytes: number, unit: number): number {
  return Math.max(1, Math.ceil(bytes / unit))
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * As in docs/limits.md, which a test compares. Shared ones keep us within the identity project's
 * quotas, which see our one address; those per address allow for an office or a train.
 */
export const rateLimits: readonly RateLimit[] = [
  { name: 'sign-in', per: 'address', most: 10, within: minute },
  { name: 'sign-in', per: 'address', most: 100, within: hour },
  { name: 'sign-in', per: 'everybody', most: 600, within: minute },
  { name: 'code', per: 'account', most: 100, within: day },
  { name: 'tries', per: 'account', most: 5, within: 5 * minute },
  { name: 'return', per: 'account', most: 1, within: 10 * minute },
  { name: 'sign-up', per: 'address', most: 15, within: hour },
  { name: 'sign-up', per: 'everybody', most: 100, within: hour },
  { name: 'mail', per: 'account', most: 5, within: hour },
  { name: 'mail', per: 'address', most: 20, within: hour },
  { name: 'mail', per: 'everybody', most: 400, within: hour },
  { name: 'order', per: 'account', most: 5, within: hour, atLast: 'text' },
  { name: 'order', per: 'address', most: 20, within: hour, atLast: 'text' },
  { name: 'order', per: 'everybody', most: 200, within: hour },
  { name: 'answer', per: 'account', most: 5, within: hour },
  { name: 'answer', per: 'account', most: 20, within: day },
  { name: 'answers', per: 'account', most: 100, within: hour },
  { name: 'answers', per: 'everybody', most: 200, within: hour },
  { name: 'first', per: 'account', most: 50, within: day },
  { name: 'first', per: 'everybody', most: 500, within: day },
  { name: 'copy', per: 'account', most: 100, within: day },
  { name: 'notice', per: 'account', most: 300, within: day },
  { name: 'unread', per: 'account', most: 1, within: hour },
  { name: 'by-mail', per: 'account', most: 20, within: day },
  { name: 'work', per: 'account', most: 5, within: hour },
  { name: 'work', per: 'address', most: 40, within: hour },
  { name: 'work', per: 'everybody', most: 1_000, within: hour },
  { name: 'message', per: 'account', most: 5, within: 5 * second },
  { name: 'typing', per: 'account', most: 20, within: 10 * second },
  { name: 'draft', per: 'account', most: 1_500, within: hour },
  { name: 'begin', per: 'address', most: 20, within: 10 * minute, atLast: 'text' },
  { name: 'begin', per: 'account', most: 20, within: 10 * minute, atLast: 'text' },
  { name: 'repeat', per: 'account', most: 3, within: day, atLast: 'text' },
  { name: 'form', per: 'account', most: 2_000, within: hour, unit: 'pieces' },
  { name: 'form', per: 'address', most: 3_000, within: hour, unit: 'pieces' },
  { name: 'text', per: 'account', most: 20_000, within: day, unit: 'pieces' },
  { name: 'text', per: 'address', most: 300, within: hour, unit: 'pieces' },
  { name: 'newcomers', per: 'account', most: 12, within: day, unit: 'pieces', atLast: 'text' },
  { name: 'upload', per: 'address', most: 50, within: hour, unit: 'MiB' },
  { name: 'letter', per: 'account', most: 60, within: hour },
  { name: 'letter', per: 'address', most: 2_000, within: hour },
  { name: 'reading', per: 'address', most: 600, within: hour, unit: 'seconds' },
  { name: 'invitation', per: 'account', most: 20, within: day },
]

/** A subnet's multiple of an address's limit, below half of everybody's. */
export const subnetShare = 3

export interface Sender {
  address?: string
  subnet?: string
  /** The e-mail address in lower case. */
  account?: string
}

/** `holder` is empty for everybody's. */
export interface Bucket {
  limit: RateLimit
  holder: string
  /** In the limit's unit; 1 by default. */
  cost?: number
}

export function ownBuckets(
  name: RateLimitName,
  { address, subnet, account }: Sender,
  cost = 1,
): Bucket[] {
  return rateLimits
    .filter((limit) => limit.name === name)
    .flatMap((limit): Bucket[] => {
      const holder = { address, account, everybody: undefined }[limit.per]
      if (holder === undefined) return []
      if (limit.per !== 'address' || subnet === undefined) return [{ limit, holder, cost }]
      const shared = { ...limit, most: limit.most * subnetShare }
      return [
        { limit, holder, cost },
        { limit: shared, holder: `subnet ${subnet}`, cost },
      ]
    })
}

export function sharedBuckets(name: RateLimitName): Bucket[] {
  return rateLimits
    .filter((limit) => limit.name === name && limit.per === 'everybody')
    .map((limit) => ({ limit, holder: '' }))
}

/** `browser`: what one is called that has signed in to the account before. */
export type InLine = Required<Pick<Sender, 'address' | 'account'>> & { browser?: string }

export type QueueSlot =
  | { kind: 'slot' /** Milliseconds. */; wait: number }
  | { kind: 'refused' /** Milliseconds. */; retryAfter: number }

/** `undecided` says nothing about the password. */
export type Outcome = 'succeeded' | 'failed' | 'undecided'

/** Holders, addresses and accounts are hashed with a secret salt that changes daily. */
export interface RateLimitStore {
  /** Takes from all or none. Returns milliseconds until all have room; 0 if taken. */
  consume(buckets: readonly Bucket[], now: Date): Promise<number>
  /** As `consume`, but takes nothing. */
  wait(buckets: readonly Bucket[], now: Date): Promise<number>
  /** While the window lasts in which it was taken. */
  giveBack(buckets: readonly Bucket[], now: Date): Promise<void>
  /** The hash of a holder until the salt changes. */
  alias(holder: string, now: Date): Promise<string>
  /**
   * Counts as failed until `settle`, so that simultaneous attempts are not all first. A known browser
   * has a queue of its own at the account, wherever it is.
   */
  lineUp(who: InLine, now: Date): Promise<QueueSlot>
  /** Success clears the account's failures, and gives the address its own queue for the day. */
  settle(who: InLine, outcome: Outcome, now: Date): Promise<void>
}

/** Whole seconds until there is room; 0 if taken. */
export async function secondsUntilTaken(
  rateLimits: Pick<RateLimitStore, 'consume'>,
  buckets: readonly Bucket[],
  now: Date,
): Promise<number> {
  return Math.ceil((await rateLimits.consume(buckets, now)) / 1_000)
}

/** Refused before checking any credentials. */
export class TooManyRequests extends Error {
  constructor(
    /** Whole seconds, at least 1. */
    readonly retryAfter: number,
  ) {
    super(`Too many attempts; again in ${retryAfter} s`)
    this.name = 'TooManyRequests'
  }
}

/** Failures that help somebody who guesses. */
const guesses: readonly ClientCode[] = [
  'invalid-credential',
  'wrong-password',
  'user-not-found',
  'user-disabled',
  'wrong-second-factor',
  'wrong-passkey',
]

/** A service that is down is not the person's failure. */
export function outcomeOf(error: unknown): Outcome {
  return error instanceof IdentityError && guesses.includes(error.code) ? 'failed' : 'undecided'
}

/** A locale key: seconds up to 90, then minutes up to 90, then hours. */
export function waitInWords(seconds: number): { key: string; values: { count: number } } {
  if (seconds <= 90) return { key: 'errors:errors.wait.seconds', values: { count: seconds } }
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90
    ? { key: 'errors:errors.wait.minutes', values: { count: minutes } }
    : { key: 'errors:errors.wait.hours', values: { count: Math.ceil(minutes / 60) } }
}
