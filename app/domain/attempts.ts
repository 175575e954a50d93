import { IdentityError } from './identity'
import type { ClientCode } from './identity-errors'
import type { Pace } from './spam'

/** What somebody may try only so often. `mail` is any mail that the identity service sends for us. */
export type Act =
  | 'sign-in'
  | 'sign-up'
  | 'mail'
  | 'action-code'
  | 'export'
  | 'typing'
  | 'upload'
  | Pace
  | 'begin-first'
  | 'begin-more'
  | 'stay'
  | 'same-words'
  | 'same-form'
  | 'message'
  | 'feedback'
  | 'erase'
  | 'declare'
  | 'answer'
  | 'order'
  | 'unread'

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

/**
 * All budgets. Those of everybody keep us within the identity project's quotas, which see one address
 * for all our users: ours. Those of an address leave room for an office or a train behind one address.
 */
export const budgets: readonly Budget[] = [
  // A person mistypes a few times; a list of stolen passwords needs thousands.
  { act: 'sign-in', per: 'address', most: 10, within: minute },
  { act: 'sign-in', per: 'address', most: 100, within: hour },
  // Ten a second, far above a small business and below what the project is granted.
  { act: 'sign-in', per: 'everybody', most: 600, within: minute },
  // Nobody opens accounts all day.
  { act: 'sign-up', per: 'address', most: 15, within: hour },
  // The service's own limit of new accounts from one address. What comes to none is given back.
  { act: 'sign-up', per: 'everybody', most: 100, within: hour },
  // One or two get lost in a spam folder; more would fill somebody else's mailbox.
  { act: 'mail', per: 'account', most: 5, within: hour },
  { act: 'mail', per: 'address', most: 20, within: hour },
  // A paid project may send 10,000 reset mails a day.
  { act: 'mail', per: 'everybody', most: 400, within: hour },
  // Codes cannot be guessed; mail scanners open links again and again, and each asks the service.
  { act: 'action-code', per: 'address', most: 20, within: minute },
  { act: 'action-code', per: 'address', most: 100, within: hour },
  { act: 'action-code', per: 'everybody', most: 600, within: minute },
  // Reads everything that a desk has.
  { act: 'export', per: 'account', most: 5, within: hour },
  { act: 'export', per: 'address', most: 20, within: hour },
  // A visitor's files: a few messages full of them. Twenty desks' worth in an hour is an attack.
  { act: 'upload', per: 'address', most: 40, within: hour },
  { act: 'upload', per: 'everybody', most: 1_000, within: hour },
  // A browser says it every four seconds, and twice for each message, of which there may be ten in this
  // time. Its account is one side of one conversation; nobody else is told more often than that.
  { act: 'typing', per: 'account', most: 20, within: 10 * second },
  // One a second, five of them at once: nobody types more, and what an outbox has gathered in a tunnel
  // goes on by itself when it is told to. The account is the conversation; a message that is sent again
  // under its key spends nothing. More than that in an hour, nobody reads.
  { act: 'message', per: 'account', most: 5, within: 5 * second },
  { act: 'message', per: 'account', most: 400, within: hour },
  // New conversations; the account is the desk. What is beyond is held, not refused, and lets in who
  // stays. Behind one address there may be a school or the customers of a phone company, who write to
  // many desks: it may begin as many as one desk takes from all. No desk's budget is used up from there:
  // its first three in ten minutes count here, what follows counts as `begin-more`.
  { act: 'begin', per: 'address', most: 30, within: 10 * minute },
  { act: 'begin', per: 'address', most: 100, within: 24 * hour },
  { act: 'begin', per: 'account', most: 30, within: 10 * minute },
  // The account is the desk and a neighbourhood: beyond these, its conversations spend from another
  // budget, so that nobody uses up a desk's own from one place.
  { act: 'begin-first', per: 'account', most: 3, within: 10 * minute },
  { act: 'begin-more', per: 'address', most: 30, within: 10 * minute },
  { act: 'begin-more', per: 'address', most: 100, within: 24 * hour },
  { act: 'begin-more', per: 'account', most: 15, within: 10 * minute },
  { act: 'begin-quickly', per: 'address', most: 10, within: 10 * minute },
  { act: 'begin-quickly', per: 'address', most: 40, within: 24 * hour },
  { act: 'begin-quickly', per: 'account', most: 10, within: 10 * minute },
  { act: 'begin-late', per: 'address', most: 2, within: hour },
  { act: 'begin-late', per: 'account', most: 5, within: hour },
  // Held as one of a crowd and still there; the address is a neighbourhood. Beyond it, they stay held.
  { act: 'stay', per: 'address', most: 3, within: 10 * minute },
  { act: 'stay', per: 'account', most: 30, within: 10 * minute },
  // Going back and sending once more is usual; a form that begins more than that was copied.
  { act: 'same-form', per: 'account', most: 3, within: 24 * hour },
  // Free feedback; the account is the desk. What is beyond is held, not refused.
  { act: 'feedback', per: 'address', most: 10, within: hour },
  { act: 'feedback', per: 'account', most: 60, within: hour },
  // The account is the desk and the words.
  { act: 'same-words', per: 'account', most: 2, within: 24 * hour },
  // Withdrawals and terminations; the account is the mailbox of the receipt. None is refused.
  { act: 'declare', per: 'account', most: 5, within: hour },
  { act: 'declare', per: 'address', most: 30, within: hour },
  // Each sends an e-mail to an address that was typed, and may hold goods; the account is that mailbox.
  { act: 'order', per: 'account', most: 5, within: hour },
  { act: 'order', per: 'address', most: 20, within: hour },
  { act: 'order', per: 'everybody', most: 200, within: hour },
  // E-mails to visitors who have not been back since the last one; the account is the desk. Only desks
  // of less than a week spend from what everybody has.
  { act: 'answer', per: 'account', most: 50, within: 24 * hour },
  { act: 'answer', per: 'everybody', most: 500, within: 24 * hour },
  // The account is the mailbox of such a visitor.
  { act: 'unread', per: 'account', most: 3, within: 24 * hour },
  // Writes the store's files anew; everybody waits for that.
  { act: 'erase', per: 'address', most: 10, within: hour },
  { act: 'erase', per: 'everybody', most: 120, within: hour },
]

/**
 * How many times an address's budget its subnet has: more than an office or a few neighbours need, and
 * less than half of what everybody has, so that who rents a subnet closes nothing for others.
 */
export const subnetShare = 3

/** Who tries: the network that the request came from, and the account it is about, if it names one. */
export interface Claimant {
  address?: string
  /** What a sender may rent as a whole, as `neighbourhoodOf` names it. */
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
   * Takes one from each allowance, or from none if one of them is used up. Answers in how many
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
    ? { key: 'errors.wait.seconds', values: { count: seconds } }
    : { key: 'errors.wait.minutes', values: { count: Math.ceil(seconds / 60) } }
}
