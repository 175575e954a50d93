import { z } from 'zod'
import { newId } from '../text/ids'
import type { LocalizedText } from '../text/languages'
import { isReadable, nameLine } from '../text/single-line'
import type { Exception, ReplyPromise, Timetable, Week } from './hours'
import type { Peopled } from './people'

export interface Desk extends Peopled {
  id: string
  /** The account of one of its managers, to whom letters of the desk go. */
  ownerUid: string
  /** Used in the chat's address and the snippet: 26 characters, not a secret. */
  publicKey: string
  earlierKey?: string
  earlierKeyUntil?: Date
  name: string
  greeting: LocalizedText
  away: LocalizedText
  /** Our default text where empty. */
  askRating: LocalizedText
  /** Below answers in letters of members who have none of their own. */
  signature?: LocalizedText
  /** A web address per language of the owner's privacy notice. */
  privacyLink: LocalizedText
  /** IANA name, for all times on the desk's pages. */
  timeZone: string
  /** Undefined without opening hours: then only presence is shown. */
  week?: Week
  exceptions: Exception[]
  /** In opening hours; without them there is no promise. */
  replyWithin?: ReplyPromise
  /** Days without a change until a conversation is erased; undefined for never. */
  retentionDays?: number
  /** That new tickets are assigned in turn; otherwise they are nobody's. */
  newTickets?: 'in-turn'
  /** That members do not see which page a visitor looks at. */
  visitedPages?: 'hidden'
  /** From when on its members need a second factor; undefined if they do not. */
  secondFactorFrom?: Date
  guideAwayAt?: Date
  /** When a member who is not away was last seen. */
  attendedAt?: Date
  createdAt: Date
}

/** Milliseconds for which a desk is new: its e-mails to others have lower limits. */
const newFor = 7 * 24 * 3_600_000

export function isNew({ createdAt }: Pick<Desk, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < newFor
}

/** The desk store's error for a missing or erased owner. */
export class AccountGone extends Error {
  constructor() {
    super('There is no account for this desk')
    this.name = 'AccountGone'
  }
}

export interface DeskStore {
  /**
   * Returns a desk of the owner's account; if it is at none, creates this one with the owner as its
   * first manager, who has this name. Rejects with AccountGone.
   */
  ensure(desk: Desk, name?: string): Promise<Desk>
  findById(id: string): Promise<Desk | undefined>
  /** By its key, or its earlier one while that is valid. */
  findByPublicKey(key: string, now: Date): Promise<Desk | undefined>
  findOldest(): Promise<Desk | undefined>
  rename(id: string, name: string): Promise<void>
  /** `from` stays valid until `fromUntil`; does nothing if it is not the current key. */
  replaceKey(id: string, from: string, to: string, fromUntil: Date): Promise<void>
  saveHours(id: string, hours: Pick<Desk, 'timeZone' | 'week' | 'replyWithin'>): Promise<void>
  saveExceptions(id: string, exceptions: Exception[]): Promise<void>
  saveTexts(
    id: string,
    texts: Partial<Pick<Desk, 'greeting' | 'away' | 'askRating' | 'signature' | 'privacyLink'>>,
  ): Promise<void>
  /** Undefined keeps conversations for good. */
  saveRetention(id: string, days: number | undefined): Promise<void>
  saveGuestsSee(id: string, what: Desk['guestsSee']): Promise<void>
  saveNewTickets(id: string, what: Desk['newTickets']): Promise<void>
  saveVisitedPages(id: string, what: Desk['visitedPages']): Promise<void>
  saveSecondFactorFrom(id: string, at: Date | undefined): Promise<void>
  /** At most `limit` desks with a retention period, by id from `after` on. */
  listRetaining(after: string, limit: number): Promise<{ id: string; retentionDays: number }[]>
  putGuideAway(id: string, at: Date): Promise<void>
  /** Median milliseconds to the first reply of the newest `repliesCounted` since `since`. */
  medianFirstReply(deskId: string, since: Date): Promise<number | undefined>
}

export const deskName = z
  .string({ required_error: 'overview:errors.missing' })
  .transform(nameLine)
  .refine(isReadable, 'overview:errors.missing')
  .refine((name) => name.length <= 60, 'overview:errors.long')

/** Milliseconds after the last sign of life. */
export const attendedFor = 5 * 60_000

/** Milliseconds that `usualReply` looks back. */
export const repliesCountFor = 30 * 24 * 3_600_000

export const repliesCounted = 200

/** Of a new desk, and of an account at none. */
export const usualTimeZone = 'Europe/Berlin'

export function newDesk(ownerUid: string, now: Date): Desk {
  return {
    id: newId(now),
    ownerUid,
    publicKey: newId(now),
    name: '',
    greeting: {},
    away: {},
    askRating: {},
    privacyLink: {},
    timeZone: usualTimeZone,
    exceptions: [],
    createdAt: now,
  }
}

export function isAttended({ attendedAt }: Pick<Desk, 'attendedAt'>, now: Date): boolean {
  return attendedAt !== undefined && now.getTime() - attendedAt.getTime() <= attendedFor
}

export function timetableOf({ timeZone, week, exceptions }: Desk): Timetable | undefined {
  return week && { timeZone, week, exceptions }
}
