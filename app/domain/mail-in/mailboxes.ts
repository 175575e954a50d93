/**
 * password: the server refuses it · folder: there is none of this name · store: nothing could be saved ·
 * waiting: more than `mostWaiting` are over a limit.
 */
export type MailboxProblem = 'password' | 'folder' | 'connection' | 'store' | 'waiting'

/** How far a mailbox was read (IMAP). */
export interface Mailbox {
  /** The hash of user, server and folder. */
  id: string
  /** Which numbering the UIDs are of; empty before the first look. Source: RFC 3501 §2.3.1.1. */
  uidValidity: string
  /** Every message up to this UID and from `below` on is taken or in `waiting`. */
  lastUid: number
  /** `left` older ones, with UIDs below this one, are still to be read, the newest first. */
  below: number
  left: number
  /** What has UIDs up to this one was there when the mailbox was connected, and is no news. */
  oldUid: number
  /** UIDs that are tried again at the next look, as a limit was used up. At most `mostWaiting`. */
  waiting: number[]
  /** Since when nothing could be read; undefined while it can. */
  failedSince?: Date
  problem?: MailboxProblem
}

/** A mailbox has one writer at a time, which holds a lease. */
export interface MailboxStore {
  find(id: string): Promise<Mailbox | undefined>
  /** Adds or replaces. */
  save(mailbox: Mailbox): Promise<void>
}

export const mostWaiting = 5_000

export function newMailbox(id: string): Mailbox {
  return { id, uidValidity: '', lastUid: 0, below: 0, left: 0, oldUid: 0, waiting: [] }
}

/**
 * A mailbox whose UIDs mean nothing yet: what comes from now on has `uidNext` and above, and the rest is
 * read from the newest on. At its first connection all of it is old; after another numbering, also what
 * came since is among it, and what is known is recognised.
 */
export function numberedAnew(
  { id, uidValidity: before, left }: Mailbox,
  { uidValidity, uidNext, count }: { uidValidity: string; uidNext: number; count: number },
): Mailbox {
  const isFirst = before === '' || left > 0
  const lastUid = uidNext - 1
  const oldUid = isFirst ? lastUid : 0
  return { id, uidValidity, lastUid, below: uidNext, left: count, oldUid, waiting: [] }
}

/** Milliseconds after which somebody has to know. */
const outageAfter = 15 * 60_000

/** An outage is at least 15 minutes long. */
export function isOutage({ failedSince }: Mailbox, now: Date): boolean {
  return failedSince !== undefined && now.getTime() - failedSince.getTime() >= outageAfter
}
