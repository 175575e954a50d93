import type { ClientCode } from '../identity/errors'
import { IdentityError } from '../identity/identity'

/** docs/limits.md says what each protects, and from whom. */
export const rateLimitNames = [
  'sign-in',
  'sign-up',
  'mail',
  'order',
  'answer',
  'work',
  'message',
  'typing',
  'begin',
  'repeat',
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
  { name: 'sign-up', per: 'address', most: 15, within: hour },
  { name: 'sign-up', per: 'everybody', most: 100, within: hour },
  { name: 'mail', per: 'account', most: 5, within: hour },
  { name: 'mail', per: 'address', most: 20, within: hour },
  { name: 'mail', per: 'everybody', most: 400, within: hour },
  { name: 'order', per: 'account', most: 5, within: hour },
  { name: 'order', per: 'address', most: 20, within: hour },
  { name: 'order', per: 'everybody', most: 200, within: hour },
  { name: 'answer', per: 'account', most: 50, within: day },
  { name: 'answer', per: 'everybody', most: 500, within: day },
  { name: 'work', per: 'account', most: 5, within: hour },
  { name: 'work', per: 'address', most: 40, within: hour },
  { name: 'work', per: 'everybody', most: 1_000, within: hour },
  { name: 'message', per: 'account', most: 5, within: 5 * second },
  { name: 'typing', per: 'account', most: 20, within: 10 * second },
  { name: 'begin', per: 'address', most: 20, within: 10 * minute },
  { name: 'begin', per: 'account', most: 20, within: 10 * minute },
  { name: 'repeat', per: 'account', most: 3, within: day },
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
}

export function ownBuckets(name: RateLimitName, { address, subnet, account }: Sender): Bucket[] {
  return rateLimits
    .filter((limit) => limit.name === name)
    .flatMap((limit): Bucket[] => {
      const holder = { address, account, everybody: undefined }[limit.per]
      if (holder === undefined) return []
      if (limit.per !== 'address' || subnet === undefined) return [{ limit, holder }]
      const shared = { ...limit, most: limit.most * subnetShare }
      return [
        { limit, holder },
        { limit: shared, holder: `subnet ${subnet}` },
      ]
    })
}

export function sharedBuckets(name: RateLimitName): Bucket[] {
  return rateLimits
    .filter((limit) => limit.name === name && limit.per === 'everybody')
    .map((limit) => ({ limit, holder: '' }))
}

export type InLine = Required<Pick<Sender, 'address' | 'account'>>

export type Turn =
  | { kind: 'turn' /** Milliseconds. */; wait: number }
  | { kind: 'refused' /** Milliseconds. */; retryAfter: number }

/** `undecided` says nothing about the password. */
export type Outcome = 'succeeded' | 'failed' | 'undecided'

/** Holders, addresses and accounts are hashed with a secret salt that changes daily. */
export interface RateLimitStore {
  /** Takes from all or none. Returns milliseconds until all have room; 0 if taken. */
  consume(buckets: readonly Bucket[], now: Date): Promise<number>
  /** While the window lasts in which it was taken. */
  giveBack(buckets: readonly Bucket[], now: Date): Promise<void>
  /** The hash of a holder until the salt changes. */
  alias(holder: string, now: Date): Promise<string>
  /** Counts as failed until `settle`, so that simultaneous attempts are not all first. */
  lineUp(who: InLine, now: Date): Promise<Turn>
  /** Success clears the account's failures, and gives the address its own queue for the day. */
  settle(who: InLine, outcome: Outcome, now: Date): Promise<void>
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

/** Failures that tell a guesser something. */
const guesses: readonly ClientCode[] = [
  'invalid-credential',
  'wrong-password',
  'user-not-found',
  'user-disabled',
]

/** A service that is down is not the person's failure. */
export function outcomeOf(error: unknown): Outcome {
  return error instanceof IdentityError && guesses.includes(error.code) ? 'failed' : 'undecided'
}

/** A locale key: seconds up to 90, then minutes. */
export function waitInWords(seconds: number): { key: string; values: { count: number } } {
  return seconds <= 90
    ? { key: 'errors:wait.seconds', values: { count: seconds } }
    : { key: 'errors:wait.minutes', values: { count: Math.ceil(seconds / 60) } }
}
