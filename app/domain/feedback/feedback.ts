import type { LiveBus } from '../live/live'
import { newId } from '../text/ids'
import type { Language } from '../text/languages'
import { announce } from '../tickets/announcing'
import type { Message } from '../tickets/messages'
import type { FoundScope } from '../tickets/scopes'
import type { Ticket } from '../tickets/tickets'
import { type Rating, ratings } from './ratings'

export const feedbackKinds = ['ticket', 'free'] as const

export type FeedbackKind = (typeof feedbackKinds)[number]

/** hidden: by the owner, from lists and figures · held: suspected spam. */
export const feedbackStates = ['shown', 'hidden', 'held'] as const

export type FeedbackState = (typeof feedbackStates)[number]

export interface Feedback {
  id: string
  deskId: string
  kind: FeedbackKind
  /** The form's key, unique at the desk; a ticket's id for its feedback. */
  createKey: string
  /** The ticket rated, or made from it; at most one. */
  ticketId?: string
  number?: number
  rating: Rating
  comment: string
  locale: Language
  /** Empty for a ticket's feedback, and if the visitor gave none. */
  email: string
  state: FeedbackState
  createdAt: Date
  updatedAt: Date
}

/** By creation time; `until` is excluded. */
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
  /** Opaque; undefined at the end. */
  next?: string
}

export interface Tally {
  since: Date
  until: Date
  counts: Record<Rating, number>
}

type Rated =
  | { kind: 'kept'; feedback: Feedback; ticket: Ticket }
  /** `decide` refused; nothing changed. */
  | { kind: 'refused'; feedback?: Feedback }
  | { kind: 'unknown' }

/** Every promise resolves after commit and sync. A ticket's feedback goes with the ticket. */
export interface FeedbackStore {
  /** By the visitor's secret. `decide` must be pure and may run more than once. */
  rate(
    secretHash: string,
    decide: (ticket: Ticket, there: Feedback | undefined) => Feedback | undefined,
  ): Promise<Rated>
  /** Scopes of a merged ticket find its target's. */
  findOf(scope: FoundScope): Promise<Feedback | undefined>
  /** For a known `createKey` 'again', or 'conflict' if rating, comment or e-mail differ. */
  add(feedback: Feedback): Promise<'added' | 'again' | 'conflict'>
  /** Whether it has feedback of this `createKey`. */
  has(deskId: string, createKey: string): Promise<boolean>
  find(deskId: string, id: string): Promise<Feedback | undefined>
  /** False if there is none. */
  setState(deskId: string, id: string, state: FeedbackState, now: Date): Promise<boolean>
  /** Notes the ticket made from free feedback; false if there is none. */
  attach(deskId: string, id: string, ticket: Pick<Ticket, 'id' | 'number'>): Promise<boolean>
  /** Newest first. An `after` that is no `next` of this list starts at the beginning. */
  list(deskId: string, filter: FeedbackFilter, limit: number, after?: string): Promise<FeedbackPage>
  /** Of shown ratings, in periods as in `TicketNumbers.periods`. */
  tallies(deskId: string, boundaries: readonly Date[], kind?: FeedbackKind): Promise<Tally[]>
  /** Tickets done since `since`, the start of a quarter hour; no merged ones or spam. */
  response(deskId: string, since: Date): Promise<{ asked: number; given: number }>
  /** Removes free feedback last changed before `before`, noting a purge. Returns how many. */
  eraseOlder(deskId: string, before: Date, limit: number, now: Date): Promise<number>
}

export const longestComment = 2_000

/** This or less counts as unhappy. */
const lowRating: Rating = 2

/** Milliseconds for which visitors may change their feedback. */
export const changeableFor = 14 * 24 * 3_600_000

export function changeableUntil({ createdAt }: Pick<Feedback, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + changeableFor)
}

/** Once a ticket is done, unless it is spam. */
export function isAsked({ state, heldFor }: Pick<Ticket, 'state' | 'heldFor'>): boolean {
  return (state === 'solved' || state === 'closed') && !heldFor
}

/** The fields of the form, and the language in which it was filled in. */
export type Opinion = Pick<Feedback, 'rating' | 'comment' | 'locale'>

export function opinionOf({ rating, comment, locale }: Feedback): Opinion {
  return { rating, comment, locale }
}

/** Whether a message says it already, as in a ticket that was opened from feedback. */
export function isSaid(
  comment: string,
  messages: readonly Pick<Message, 'author' | 'body'>[],
): boolean {
  return messages.some(({ author, body }) => author === 'visitor' && body === comment)
}

/** Rates a ticket, or changes the rating in time. Refused before the ticket is done. */
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

export function freeFeedback(
  given: Opinion & Pick<Feedback, 'deskId' | 'createKey' | 'email' | 'state'>,
  now: Date,
): Feedback {
  return { ...given, id: newId(now), kind: 'free', createdAt: now, updatedAt: now }
}

/** `average` is undefined without ratings. */
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
