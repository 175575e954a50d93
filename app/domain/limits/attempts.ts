import type { ClientCode } from '../identity/errors'
import { IdentityError } from '../identity/identity'

/** docs/limits.md says what each protects, and from whom. */
export const acts = [
  'sign-in',
  'action-code',
  'sign-up',
  'mail',
  'order',
  'answer',
  'work',
  'message',
  'typing',
  'begin',
  'begin-aside',
  'place',
  'repeat',
] as const

export type Act = (typeof acts)[number]

/** A window begins with its first attempt. */
export interface Budget {
  act: Act
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
export const budgets: readonly Budget[] = [
  { act: 'sign-in', per: 'address', most: 10, within: minute },
  { act: 'sign-in', per: 'address', most: 100, within: hour },
  { act: 'sign-in', per: 'everybody', most: 600, within: minute },
  { act: 'action-code', per: 'address', most: 20, within: minute },
  { act: 'action-code', per: 'everybody', most: 600, within: minute },
  { act: 'sign-up', per: 'address', most: 15, within: hour },
  { act: 'sign-up', per: 'everybody', most: 100, within: hour },
  { act: 'mail', per: 'account', most: 5, within: hour },
  { act: 'mail', per: 'address', most: 20, within: hour },
  { act: 'mail', per: 'everybody', most: 400, within: hour },
  { act: 'order', per: 'account', most: 5, within: hour },
  { act: 'order', per: 'address', most: 20, within: hour },
  { act: 'order', per: 'everybody', most: 200, within: hour },
  { act: 'answer', per: 'account', most: 50, within: day },
  { act: 'answer', per: 'everybody', most: 500, within: day },
  { act: 'work', per: 'account', most: 5, within: hour },
  { act: 'work', per: 'address', most: 40, within: hour },
  { act: 'work', per: 'everybody', most: 1_000, within: hour },
  { act: 'message', per: 'account', most: 5, within: 5 * second },
  { act: 'typing', per: 'account', most: 20, within: 10 * second },
  { act: 'begin', per: 'address', most: 30, within: 10 * minute },
  { act: 'begin', per: 'account', most: 30, within: 10 * minute },
  { act: 'begin-aside', per: 'address', most: 15, within: 10 * minute },
  { act: 'begin-aside', per: 'account', most: 15, within: 10 * minute },
  { act: 'place', per: 'account', most: 3, within: 10 * minute },
  { act: 'repeat', per: 'account', most: 3, within: day },
]

/**
 * A subnet's multiple of an address's budget: enough for an office, and below half of everybody's,
 * so that renting a subnet locks out nobody.
 */
export const subnetShare = 3

export interface Claimant {
  address?: string
  subnet?: string
  /** The e-mail address in lower case. */
  account?: string
}

/** `holder` is empty for everybody's. */
export interface Allowance {
  budget: Budget
  holder: string
}

export function ownAllowances(act: Act, { address, subnet, account }: Claimant): Allowance[] {
  return budgets
    .filter((budget) => budget.act === act)
    .flatMap((budget): Allowance[] => {
      const holder = { address, account, everybody: undefined }[budget.per]
      if (holder === undefined) return []
      if (budget.per !== 'address' || subnet === undefined) return [{ budget, holder }]
      const shared = { ...budget, most: budget.most * subnetShare }
      return [
        { budget, holder },
        { budget: shared, holder: `subnet ${subnet}` },
      ]
    })
}

export function sharedAllowances(act: Act): Allowance[] {
  return budgets
    .filter((budget) => budget.act === act && budget.per === 'everybody')
    .map((budget) => ({ budget, holder: '' }))
}

export type InLine = Required<Pick<Claimant, 'address' | 'account'>>

export type Turn =
  | { kind: 'turn' /** Milliseconds. */; wait: number }
  | { kind: 'refused' /** Milliseconds. */; retryAfter: number }

/** `undecided` says nothing about the password. */
export type Outcome = 'succeeded' | 'failed' | 'undecided'

/** Holders, addresses and accounts are hashed with a secret salt that changes daily. */
export interface AttemptStore {
  /** Takes from all or none. Returns milliseconds until all have room; 0 if taken. */
  take(allowances: readonly Allowance[], now: Date): Promise<number>
  /** While the window lasts in which it was taken. */
  giveBack(allowances: readonly Allowance[], now: Date): Promise<void>
  /** The hash of a holder until the salt changes. */
  alias(holder: string, now: Date): Promise<string>
  /** Counts as failed until `settle`, so that simultaneous attempts are not all first. */
  lineUp(who: InLine, now: Date): Promise<Turn>
  /**
   * Reports an attempt's outcome. Success clears the account's failures and gives the address a
   * queue of its own for the day, so that strangers cannot delay the owner.
   */
  settle(who: InLine, outcome: Outcome, now: Date): Promise<void>
}

/** Refused before checking any credentials. */
export class TooManyAttempts extends Error {
  constructor(
    /** Whole seconds, at least 1. */
    readonly retryAfter: number,
  ) {
    super(`Too many attempts; again in ${retryAfter} s`)
    this.name = 'TooManyAttempts'
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
