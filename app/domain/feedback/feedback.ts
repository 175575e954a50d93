import type { LiveBus } from '../live/live'
import { newId } from '../text/ids'
import type { Language } from '../text/languages'
import { announce } from '../tickets/conversations'
import type { FoundScope, Ticket } from '../tickets/tickets'

/** From poor to very good. */
export const ratings = [1, 2, 3, 4, 5] as const

export type Rating = (typeof ratings)[number]

/** Given for a ticket, or freely to a desk. */
export const feedbackKinds = ['ticket', 'free'] as const

export type FeedbackKind = (typeof feedbackKinds)[number]

/** hidden: taken out of the lists and figures by the owner · held: taken for spam, until it is shown. */
export const feedbackStates = ['shown', 'hidden', 'held'] as const

export type FeedbackState = (typeof feedbackStates)[number]

/** What somebody thinks of a desk. */
export interface Feedback {
  id: string
  deskId: string
  kind: FeedbackKind
  /** The key of the form that brought it, unique at the desk; a ticket's has the ticket's id. */
  createKey: string
  /** The ticket that it was given for, or that the owner has made of it; one has one at most. */
  ticketId?: string
  /** That ticket's number. */
  number?: number
  rating: Rating
  /** May be empty. */
  comment: string
  locale: Language
  /** Where its writer may be answered; empty for a ticket's, and for who left none. */
  email: string
  state: FeedbackState
  createdAt: Date
  updatedAt: Date
}

/** Which of a desk's feedback; times are those of its first coming, `until` not included. */
export interface FeedbackFilter {
  state?: FeedbackState
  rating?: Rating
  kind?: FeedbackKind
  withComment?: boolean
  since?: Date
  until?: Date
}

export interface FeedbackPage {
  feedback: Feedback[]
  /** Where the next page begins, opaque; undefined at the end. */
  next?: string
}

/** How often each rating was given in a period. */
export interface Tally {
  since: Date
  until: Date
  counts: Record<Rating, number>
}

export type Rated =
  /** Committed now, new or changed. */
  | { kind: 'kept'; feedback: Feedback; ticket: Ticket }
  /** `decide` said no. Nothing was changed. */
  | { kind: 'refused'; feedback?: Feedback }
  | { kind: 'unknown' }

/**
 * Feedback by its desk. What a promise of this port resolves with is committed and synced. A ticket's goes
 * when the ticket goes.
 */
export interface FeedbackStore {
  /**
   * Keeps what `decide` makes of a ticket's feedback, found by the visitor's secret; it gets what is
   * there. `decide` may run more than once and must be pure.
   */
  rate(
    secretHash: string,
    decide: (ticket: Ticket, there: Feedback | undefined) => Feedback | undefined,
  ): Promise<Rated>
  /** The feedback of a ticket; a merged one's number or secret finds that of the ticket it went into. */
  findOf(scope: FoundScope): Promise<Feedback | undefined>
  /**
   * Takes free feedback. A `createKey` that the desk knows changes nothing: 'again' if rating, comment
   * and e-mail are the same, else 'conflict'.
   */
  add(feedback: Feedback): Promise<'added' | 'again' | 'conflict'>
  find(deskId: string, id: string): Promise<Feedback | undefined>
  /** Shows, hides or holds the desk's feedback; false if there is none. */
  setState(deskId: string, id: string, state: FeedbackState, now: Date): Promise<boolean>
  /** Notes the ticket that was made of the desk's free feedback; false if there is none. */
  attach(deskId: string, id: string, ticket: Pick<Ticket, 'id' | 'number'>): Promise<boolean>
  /** The newest first. `after` is a page's `next`; one of another list, or none at all, begins at the start. */
  list(deskId: string, filter: FeedbackFilter, limit: number, after?: string): Promise<FeedbackPage>
  /**
   * The ratings that are shown, of one kind or both, in the periods between the boundaries, as
   * `TicketNumbers.periods` has them.
   */
  tallies(deskId: string, boundaries: readonly Date[], kind?: FeedbackKind): Promise<Tally[]>
  /**
   * Of the desk's tickets that were last solved or closed since `since`, the first moment of a quarter
   * of an hour: how many there are, and how many have feedback. Merged ones and spam are not counted.
   */
  response(deskId: string, since: Date): Promise<{ asked: number; given: number }>
  /** Removes free feedback last changed before `before`, at most `limit`, and notes the purge. Returns how many. */
  eraseOlder(deskId: string, before: Date, limit: number, now: Date): Promise<number>
}

export const longestComment = 2_000

/** From here down somebody was not happy. */
export const lowRating: Rating = 2

/** Milliseconds for which a visitor may change what they gave. */
export const changeableFor = 14 * 24 * 3_600_000

export function changeableUntil({ createdAt }: Pick<Feedback, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + changeableFor)
}

/** Whether the visitor of a ticket is asked: once it is done, unless it is spam. */
export function isAsked({ state, heldFor }: Pick<Ticket, 'state' | 'heldFor'>): boolean {
  return (state === 'solved' || state === 'closed') && !heldFor
}

export type Opinion = Pick<Feedback, 'rating' | 'comment' | 'locale'>

/**
 * Gives a ticket a rating, or another one as long as it may be changed. Refused before the ticket is
 * done, and once the time is over.
 */
export async function rateTicket(
  { feedback, live }: { feedback: FeedbackStore; live: LiveBus },
  secretHash: string,
  opinion: Opinion,
  now: Date,
): Promise<Rated> {
  const id = newId(now)
  const rated = await feedback.rate(secretHash, (ticket, there) => {
    if (there) {
      return now < changeableUntil(there) ? { ...there, ...opinion, updatedAt: now } : undefined
    }
    return isAsked(ticket) ? forTicket(ticket, id, opinion, now) : undefined
  })
  if (rated.kind === 'kept') announce(live, rated.ticket)
  return rated
}

function forTicket(ticket: Ticket, id: string, opinion: Opinion, now: Date): Feedback {
  const { id: ticketId, deskId, number } = ticket
  return {
    ...opinion,
    id,
    deskId,
    kind: 'ticket',
    createKey: ticketId,
    ticketId,
    number,
    email: '',
    state: 'shown',
    createdAt: now,
    updatedAt: now,
  }
}

/** Free feedback as it comes. */
export function freeFeedback(
  given: Opinion & Pick<Feedback, 'deskId' | 'createKey' | 'email' | 'state'>,
  now: Date,
): Feedback {
  return { ...given, id: newId(now), kind: 'free', createdAt: now, updatedAt: now }
}

/** What ratings come to. `average` is undefined while there is none. */
export function sumUp(tallies: readonly Pick<Tally, 'counts'>[]): {
  counts: Tally['counts']
  count: number
  average?: number
} {
  const counts = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  for (const tally of tallies) {
    for (const rating of ratings) counts[rating] += tally.counts[rating]
  }
  const count = ratings.reduce((sum, rating) => sum + counts[rating], 0)
  const sum = ratings.reduce((before, rating) => before + rating * counts[rating], 0)
  return { counts, count, average: count > 0 ? sum / count : undefined }
}

export function isLow({ rating }: Pick<Feedback, 'rating'>): boolean {
  return rating <= lowRating
}
