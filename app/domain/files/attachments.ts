import type { FileType } from './types'

export interface Attachment {
  id: string
  name: string
  type: FileType
  /** In bytes, as stored. */
  size: number
  /** In pixels; pictures only. */
  width?: number
  height?: number
}

export interface HeldAttachment extends Attachment {
  deskId: string
  /** SHA-256 of the bytes as sent, base64url, to detect repetition. */
  sentHash: string
  file: string
  previewFile?: string
  /** Bytes that it takes of its desk's room; undefined for its size. See `takeLetter`. */
  room?: number
  createdAt: Date
}

/** Bytes that a file takes of its desk's room. */
export function roomOfFile({ size, room }: Pick<HeldAttachment, 'size' | 'room'>): number {
  return room ?? size
}

/** Without `ticketId`, for a message that begins a ticket. */
export interface UploadTarget {
  deskId: string
  ticketId?: string
  /** Daily pseudonym of a visitor, as `sourceOf` writes it; undefined for owners. */
  source?: string
}

/** Whose files are: of a network, or of a proven address that sent them from there. */
export function sourceOf(network: string, address?: string): string {
  return address === undefined ? network : `${network}|${address}`
}

/** The network's part of a source. */
export function networkOfSource(source: string): string {
  return source.split('|', 1)[0] ?? ''
}

/** Bytes, held and reserved ones included. */
export interface Room {
  desk: number
  ticket: number
  /** Visitors' files in tickets that the owner has not dealt with. */
  unanswered: number
  /** Those of one network among them, with all addresses there. */
  network: number
  source: number
}

/** In bytes; limits that do not apply are absent. */
export type UsedRoom = Pick<Room, 'desk'> & Partial<Room>

/** The owner, or a visitor by a ticket's secret; narrows the query itself. */
export type Asker = { deskId: string } | { secretHash: string }

/** Bytes are in the FileStore; a ticket store attaches files in the message's commit. */
export interface AttachmentStore {
  /** Until `until`; undefined where they exceed `room`, also for concurrent calls. */
  reserve(
    target: UploadTarget,
    bytes: number,
    room: Room,
    until: Date,
    now: Date,
  ): Promise<string | undefined>
  /** Idempotent. */
  release(reservation: string): Promise<void>
  /** Checks `room` in the same commit; returns `sent` bytes from the reservation first. */
  hold(
    attachment: HeldAttachment,
    target: UploadTarget,
    room: Room,
    reserved?: { reservation: string; sent: number },
  ): Promise<'held' | 'full'>
  /** In the order of ids, held or sent; unknown ones are left out. */
  list(deskId: string, ids: readonly string[]): Promise<HeldAttachment[]>
  /** Never a note's for a visitor. Unknown and forbidden look the same. */
  find(asker: Asker, id: string): Promise<HeldAttachment | undefined>
  /** Bytes used of each limit. `unanswered`, `network`, `source`: of visitors, without tickets dealt with. */
  used(target: UploadTarget, now: Date): Promise<UsedRoom>
  /** Drops unsent files held since before `than`; returns how many. */
  letGo(than: Date, limit: number): Promise<number>
  discarded(limit: number): Promise<string[]>
  forget(files: readonly string[]): Promise<void>
  /** Returns the names that belong to no attachment. */
  strays(files: readonly string[]): Promise<string[]>
}

/** The ticket store's error for an attachment that is no longer held; nothing changed. */
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

/** Bytes per ticket. */
const ticketLimit = 100 * mebibyte

/** Bytes per desk. */
function storageLimit({ storageMegabytes }: { storageMegabytes: number }): number {
  return storageMegabytes * mebibyte
}

/**
 * Strangers fill half before the owner has looked, one of them half of that. What a network leaves of it,
 * whatever addresses it proves, is for others.
 */
export function roomOf(limits: { storageMegabytes: number }): Room {
  const desk = storageLimit(limits)
  const unanswered = desk / 2
  return { desk, ticket: ticketLimit, unanswered, network: unanswered * 0.75, source: desk / 4 }
}

/** In bytes. */
export function roomLeft(used: UsedRoom, room: Room): number {
  const names = ['desk', 'ticket', 'unanswered', 'network', 'source'] as const
  return Math.min(...names.map((name) => room[name] - (used[name] ?? Number.NEGATIVE_INFINITY)))
}

/** For e-mails from before a mailbox was connected, which leave half of the room to new ones. */
export function roomOfOld({ desk, unanswered, ...room }: Room): Room {
  return { ...room, desk: desk / 2, unanswered: unanswered / 2 }
}

export function megabytesOf(bytes: number): number {
  return Math.ceil(bytes / mebibyte)
}

/** Milliseconds that a file waits for a refused form to be sent again. */
export const heldFor = 30 * 60_000

/** In bytes. */
export const largestMessage = mostAttachments * largestFile

export function namesOf(attachments: readonly Attachment[] = []): string {
  return attachments.map(({ name }) => name).join(', ')
}
