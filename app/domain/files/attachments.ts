import type { FileType } from './types'

/** A file that goes with a message. */
export interface Attachment {
  id: string
  /** As it is shown and saved: see fileName. */
  name: string
  type: FileType
  /** In bytes, as kept. */
  size: number
  /** In pixels; of pictures alone. */
  width?: number
  height?: number
}

/** An attachment as it is kept, before and after its message is sent. */
export interface HeldAttachment extends Attachment {
  deskId: string
  /** SHA-256 of the bytes as they were sent, base64url: by this, sending twice is noticed. */
  sentHash: string
  /** The names of its file and of its preview's in the FileStore. */
  file: string
  previewFile?: string
  createdAt: Date
}

/** Where uploads go: to a message that begins a ticket at the desk, or to one of `ticketId`. */
export interface UploadPlace {
  deskId: string
  ticketId?: string
  /** Stands for a visitor's network for a day and names nobody; undefined for the owner's uploads. */
  source?: string
}

/** Bytes that attachments may have together, held and reserved ones included. */
export interface Room {
  desk: number
  ticket: number
  /** Visitors' files in tickets that the owner has not dealt with. */
  unanswered: number
  /** Of these, those from one network. */
  source: number
}

/** Bytes that they have; a limit that does not count at a place is not there. */
export type UsedRoom = Pick<Room, 'desk'> & Partial<Room>

/** Who wants to see one: the owner of a desk, or a visitor by a ticket's secret. Both narrow the query itself. */
export type Asker = { deskId: string } | { secretHash: string }

/**
 * What is attached to which message; the bytes are in the FileStore. A ticket store takes those that
 * a message names into the message's commit. What a promise of this port resolves with is committed.
 */
export interface AttachmentStore {
  /**
   * Sets bytes aside for uploads that are about to arrive, until `until` at the latest, and returns the
   * reservation's id; undefined, and nothing is set aside, where they do not fit into `room`. Of
   * however many ask at once, no more are given room than there is.
   */
  reserve(
    place: UploadPlace,
    bytes: number,
    room: Room,
    until: Date,
    now: Date,
  ): Promise<string | undefined>
  /** Gives back what is left of a reservation; one that is not there any more changes nothing. */
  release(reservation: string): Promise<void>
  /**
   * Holds one for a message that is still to be sent, in one commit with the check that it fits into
   * `room`. `sent` bytes are first given back to its reservation's room, as far as it has them.
   */
  hold(
    attachment: HeldAttachment,
    place: UploadPlace,
    room: Room,
    reserved?: { reservation: string; sent: number },
  ): Promise<'held' | 'full'>
  /** The desk's with these ids, in their order, held or sent; ids that it does not know are left out. */
  list(deskId: string, ids: readonly string[]): Promise<HeldAttachment[]>
  /**
   * One of a message that is sent, for whoever may see it: the owner any of the desk, a visitor those
   * of the ticket but for its notes. Unknown and not theirs are one answer.
   */
  find(asker: Asker, id: string): Promise<HeldAttachment | undefined>
  /**
   * How many bytes are taken of each limit that counts at this place: `ticket` for one that there is,
   * `unanswered` and `source` for visitors. Both are 0 in a ticket that the owner has answered, moved
   * or organised (blocking is none of these), and leave out what is in such tickets.
   */
  used(place: UploadPlace, now: Date): Promise<UsedRoom>
  /** Lets go of those held since before `than` that no message took, at most `limit`; returns how many. */
  letGo(than: Date, limit: number): Promise<number>
  /** Names of files whose attachments are gone, however they went: at most `limit`. */
  discarded(limit: number): Promise<string[]>
  /** Notes that these files are removed. */
  forget(files: readonly string[]): Promise<void>
  /** Those of the names that belong to no attachment, gone or there. */
  strays(files: readonly string[]): Promise<string[]>
}

/** A ticket store throws this, and changes nothing, if a message names an attachment that is held no longer. */
export class AttachmentGone extends Error {
  constructor() {
    super('An attachment of the message is not held any more')
    this.name = 'AttachmentGone'
  }
}

const mebibyte = 1_024 * 1_024

/** In bytes. */
export const largestFile = 10 * mebibyte

export const mostAttachments = 5

/** Bytes that the attachments of a ticket may have together. */
export const ticketLimit = 100 * mebibyte

/** Bytes that the attachments of a desk with these limits may have together. */
export function storageLimit({ storageMegabytes }: { storageMegabytes: number }): number {
  return storageMegabytes * mebibyte
}

/**
 * The room of a desk with these limits. Strangers fill at most half of it before the owner has looked,
 * and one network half of that: as much as one message may bring where a desk has 200 MB.
 */
export function roomOf(limits: { storageMegabytes: number }): Room {
  const desk = storageLimit(limits)
  return { desk, ticket: ticketLimit, unanswered: desk / 2, source: desk / 4 }
}

/** How many more bytes there is room for. */
export function roomLeft(used: UsedRoom, room: Room): number {
  const names = ['desk', 'ticket', 'unanswered', 'source'] as const
  return Math.min(...names.map((name) => room[name] - (used[name] ?? Number.NEGATIVE_INFINITY)))
}

/** What these bytes take of `storageMegabytes`. */
export function megabytesOf(bytes: number): number {
  return Math.ceil(bytes / mebibyte)
}

/** Milliseconds for which a file waits for its message: for a form that came back, not for a day's rest. */
export const heldFor = 30 * 60_000

/** Bytes that the files of one message may have together. */
export const largestMessage = mostAttachments * largestFile

/** A message's line where it has no words: the names of its files. */
export function namesOf(attachments: readonly Attachment[] = []): string {
  return attachments.map(({ name }) => name).join(', ')
}
