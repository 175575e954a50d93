import type { FileType } from './file-types'

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

/** Who wants to see one: the owner of a desk, or a visitor by a ticket's secret. Both narrow the query itself. */
export type Asker = { deskId: string } | { secretHash: string }

/**
 * What is attached to which message; the bytes are in the FileStore. A ticket store takes those that
 * a message names into the message's commit. What a promise of this port answers is committed.
 */
export interface AttachmentStore {
  /** Holds one for a message that is still to be sent. */
  hold(attachment: HeldAttachment): Promise<void>
  /** The desk's with these ids, in their order, held or sent; ids that it does not know are left out. */
  list(deskId: string, ids: readonly string[]): Promise<HeldAttachment[]>
  /**
   * One of a message that is sent, for whoever may see it: the owner any of the desk, a visitor those
   * of the ticket but for its notes. Unknown and not theirs are one answer.
   */
  find(asker: Asker, id: string): Promise<HeldAttachment | undefined>
  /** How many bytes the attachments of a desk have, those that are held included, and those of one of its tickets. */
  used(deskId: string, ticketId: string | undefined): Promise<{ desk: number; ticket: number }>
  /** Lets go of those held since before `than` that no message took. */
  letGo(than: Date): Promise<void>
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

/** What these bytes take of `storageMegabytes`. */
export function megabytesOf(bytes: number): number {
  return Math.ceil(bytes / mebibyte)
}

/** Milliseconds for which a file waits for its message. */
export const heldFor = 24 * 3_600_000

/** A message's line where it has no words: the names of its files. */
export function namesOf(attachments: readonly Attachment[] = []): string {
  return attachments.map(({ name }) => name).join(', ')
}
