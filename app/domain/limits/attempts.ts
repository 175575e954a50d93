import type { ClientCode } from '../identity/errors'
import { IdentityError } from '../identity/identity'

/** What somebody may do only so often; docs/limits.md says what each protects, and from whom. */
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

/** How often an act may be tried in a window of time, which begins with its first attempt. */
export interface Budget {
  act: Act
  /** Whose budget it is: each address's, each account's, or the one of everybody together. */
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
 * All budgets; docs/limits.md is the same table with its reasons, and a test compares them. Those of
 * everybody keep us within the identity project's quotas, which see one address for all our users:
 * ours. Those of an address leave room for an office or a train behind one address.
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
 * How many times an address's budget its subnet has: more than an office or a few neighbours need, and
 * less than half of what everybody has, so that who rents a subnet closes nothing for others.
 */
export const subnetShare = 3

/** Who tries: the network that the request came from, and the account it is about, if it names one. */
export interface Claimant {
  address?: string
  /** What a sender may rent as a whole, as `subnetOf` names it. */
  subnet?: string
  /** Its e-mail address in small letters. */
  account?: string
}

/** A budget and who spends from it; `holder` is empty for the budget of everybody. */
export interface Allowance {
  budget: Budget
  holder: string
}

/** What an attempt spends from, but for the budgets of everybody. */
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

/** What an attempt spends from together with everybody else's. */
export function sharedAllowances(act: Act): Allowance[] {
  return budgets
    .filter((budget) => budget.act === act && budget.per === 'everybody')
    .map((budget) => ({ budget, holder: '' }))
}

/** Who stands in an account's line. */
export type InLine = Required<Pick<Claimant, 'address' | 'account'>>

/** When an attempt in an account's line may go ahead, or after how long it is worth coming again. */
export type Turn =
  | { kind: 'turn' /** Milliseconds. */; wait: number }
  | { kind: 'refused' /** Milliseconds. */; retryAfter: number }

/** How an attempt ended; `undecided` if it says nothing of the password. */
export type Outcome = 'succeeded' | 'failed' | 'undecided'

/**
 * Counts attempts. Holders, addresses and accounts are kept only as hashes with a salt that nobody
 * knows and that changes daily, and nothing longer than a day.
 */
export interface AttemptStore {
  /**
   * Takes one from each allowance, or from none if one of them is used up. Returns in how many
   * milliseconds all of them have one again; 0 if they were taken.
   */
  take(allowances: readonly Allowance[], now: Date): Promise<number>
  /** Gives one back to each allowance, as long as the window lasts in which it was taken. */
  giveBack(allowances: readonly Allowance[], now: Date): Promise<void>
  /** Returns the hash under which a holder is counted until the salt changes. */
  alias(holder: string, now: Date): Promise<string>
  /**
   * Puts an attempt to sign in at the end of its account's line, and counts it as a failure until
   * `settle` says otherwise: attempts that come all at once are not the first one each.
   */
  lineUp(who: InLine, now: Date): Promise<Turn>
  /**
   * Says how an attempt ended that had its turn. After a success the account's failures are
   * forgotten, and the address has a line of its own there for the rest of the day: strangers who try
   * the account then cannot keep its owner waiting.
   */
  settle(who: InLine, outcome: Outcome, now: Date): Promise<void>
}

/** An attempt that was refused before anybody looked whether what it says is right. */
export class TooManyAttempts extends Error {
  constructor(
    /** Whole seconds, 1 at least. */
    readonly retryAfter: number,
  ) {
    super(`Too many attempts; again in ${retryAfter} s`)
    this.name = 'TooManyAttempts'
  }
}

/** The failures by which somebody who guesses learns something. */
const guesses: readonly ClientCode[] = [
  'invalid-credential',
  'wrong-password',
  'user-not-found',
  'user-disabled',
]

/** What a failed sign-in counts as: a service that is down is not the person's failure. */
export function outcomeOf(error: unknown): Outcome {
  return error instanceof IdentityError && guesses.includes(error.code) ? 'failed' : 'undecided'
}

/** How long to wait, in words: a locale key with its number. Seconds up to 90, then minutes. */
export function waitInWords(seconds: number): { key: string; values: { count: number } } {
  return seconds <= 90
    ? { key: 'errors:wait.seconds', values: { count: seconds } }
    : { key: 'errors:wait.minutes', values: { count: Math.ceil(seconds / 60) } }
}
