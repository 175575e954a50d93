import { z } from 'zod'
import type { AccountStore } from '../accounts/accounts'
import { newId } from '../text/ids'
import type { LocalizedText } from '../text/languages'
import type { Exception, ReplyPromise, Timetable, Week } from './hours'

/** One an account: what a visitor steps up to. */
export interface Desk {
  id: string
  ownerUid: string
  /** Names the desk in a chat's address and in the snippet: 26 characters, not a secret. */
  publicKey: string
  /** The key that it had before, which opens the chat up to a time. */
  earlierKey?: string
  earlierKeyUntil?: Date
  /** Empty until the owner has given one. */
  name: string
  greeting: LocalizedText
  /** Said in place of the greeting while the counter is closed. */
  away: LocalizedText
  /** How visitors are asked what they think; words of ours where there are none. */
  askRating: LocalizedText
  /** Where the owner says how they treat what visitors write, a web address a language. */
  privacyLink: LocalizedText
  /** IANA name; times on the desk's pages are told in it. */
  timeZone: string
  /** Without it there are no opening hours: all that is told is whether somebody is there. */
  week?: Week
  exceptions: Exception[]
  /** Counted in opening hours; nothing is promised without them. */
  replyWithin?: ReplyPromise
  /** After how many days without a change a conversation is erased; never, if not said. */
  retentionDays?: number
  /** When the owner put the guide to a new desk away. */
  guideAwayAt?: Date
  /** When the owner was last seen at the desk; never reset. */
  attendedAt?: Date
  /** Since when the owner says that they are away, however often they look in. */
  awaySince?: Date
  createdAt: Date
}

/** A desk store throws this for an owner whose account is not there, or not any more. */
export class AccountGone extends Error {
  constructor() {
    super('There is no account for this desk')
    this.name = 'AccountGone'
  }
}

export interface DeskStore {
  /**
   * Makes the desk unless its owner has one; returns the owner's desk either way. Rejects with
   * AccountGone, and makes none, if there is no such account.
   */
  ensure(desk: Desk): Promise<Desk>
  findByOwner(ownerUid: string): Promise<Desk | undefined>
  findById(id: string): Promise<Desk | undefined>
  /** By its key, or by the one before while that still counts. */
  findByPublicKey(key: string, now: Date): Promise<Desk | undefined>
  /** The one made first, or nothing while there is none. */
  findOldest(): Promise<Desk | undefined>
  /** Renames the owner's desk. */
  rename(ownerUid: string, name: string): Promise<void>
  /**
   * Gives the owner's desk another key in place of this one, which goes on counting until a time, and
   * every earlier one no more. Changes nothing where the desk's key is another one already.
   */
  replaceKey(ownerUid: string, from: string, to: string, fromUntil: Date): Promise<void>
  saveHours(ownerUid: string, hours: Pick<Desk, 'timeZone' | 'week' | 'replyWithin'>): Promise<void>
  saveExceptions(ownerUid: string, exceptions: Exception[]): Promise<void>
  /** Saves those of the texts that are given. */
  saveTexts(
    ownerUid: string,
    texts: Partial<Pick<Desk, 'greeting' | 'away' | 'askRating' | 'privacyLink'>>,
  ): Promise<void>
  /** For how many days conversations are kept; undefined keeps them for good. */
  saveRetention(ownerUid: string, days: number | undefined): Promise<void>
  /** The desks that erase what is old, by their ids from after `after` on, at most `limit`. */
  listRetaining(after: string, limit: number): Promise<{ id: string; retentionDays: number }[]>
  /** Puts the guide to a new desk away for good. */
  putGuideAway(ownerUid: string, at: Date): Promise<void>
  /** Notes that the owner is there; an earlier time than the one kept changes nothing. */
  attend(ownerUid: string, at: Date): Promise<void>
  /** Says since when the owner is away; undefined while they are not. */
  saveAway(ownerUid: string, since: Date | undefined): Promise<void>
  /**
   * Median milliseconds from a ticket's first message to the owner's first answer, over the answered
   * tickets begun since `since` (included), the newest `repliesCounted` of them; undefined while none
   * was answered.
   */
  medianFirstReply(deskId: string, since: Date): Promise<number | undefined>
}

export const deskName = z
  .string({ required_error: 'overview:errors.missing' })
  .trim()
  .min(1, 'overview:errors.missing')
  .max(60, 'overview:errors.long')

/** Somebody counts as being at the desk for this long after the last sign of life. */
export const attendedFor = 5 * 60_000

/** How far back replies count for "usually answers within". */
export const repliesCountFor = 30 * 24 * 3_600_000

/** How many replies count at most for it. */
export const repliesCounted = 200

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
    timeZone: 'Europe/Berlin',
    exceptions: [],
    createdAt: now,
  }
}

/**
 * Returns the account's desk, made on the first visit; undefined for an account that was deleted after
 * the session was read.
 */
export async function ownDesk(desks: DeskStore, uid: string, now: Date): Promise<Desk | undefined> {
  // Looked for before it is made: a page that only reads must not wait for the one writer.
  const found = await desks.findByOwner(uid)
  if (found) return found
  try {
    return await desks.ensure(newDesk(uid, now))
  } catch (error) {
    if (error instanceof AccountGone) return undefined
    throw error
  }
}

export function isAttended(desk: Pick<Desk, 'attendedAt' | 'awaySince'>, now: Date): boolean {
  const { attendedAt, awaySince } = desk
  if (!attendedAt || awaySince) return false
  return now.getTime() - attendedAt.getTime() <= attendedFor
}

/** When the desk is open; undefined if it has no opening hours. */
export function timetableOf({ timeZone, week, exceptions }: Desk): Timetable | undefined {
  return week && { timeZone, week, exceptions }
}

/**
 * The site's own desk: the one of the account that the operator names by e-mail, once the address
 * is verified (anybody can sign up with it before that); else the oldest. Undefined while there is none.
 */
export async function findSiteDesk(
  { accounts, desks }: { accounts: AccountStore; desks: DeskStore },
  email: string | undefined,
): Promise<Desk | undefined> {
  const account = email ? await accounts.findByEmail(email) : undefined
  const named = account?.emailVerified && (await desks.findByOwner(account.uid))
  return named || desks.findOldest()
}

/** Whether the desk is the site's, whose owner runs the shop as well. */
export async function isSiteDesk(
  ports: { accounts: AccountStore; desks: DeskStore },
  email: string | undefined,
  { id }: Pick<Desk, 'id'>,
): Promise<boolean> {
  return (await findSiteDesk(ports, email))?.id === id
}
