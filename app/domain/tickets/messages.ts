import type { Attachment, HeldAttachment } from '../files/attachments'
import { cutTo } from '../text/ends'
import type { Language } from '../text/languages'
import type { MessageMail } from './message-mail'

type Author = 'visitor' | 'owner'

/** A note never leaves the desk. What stands where messages were split off names the new ticket to members alone. */
export interface Message {
  id: string
  ticketId: string
  /** 1, 2, 3 … in the ticket, without gaps, notes included. */
  seq: number
  /** The key of the owner's form, or the visitor's hashed; unique in the ticket. */
  clientKey: string
  author: Author
  /** The member who wrote it, where that is known, or who sent it on (`MessageMail`). */
  byUid?: string
  kind: 'text' | 'note' | 'split'
  /** Empty only with files. Of a split, the number of the ticket that it made. */
  body: string
  attachments?: Attachment[]
  locale: Language
  /** Only of what came by e-mail. */
  mail?: MessageMail
  /** Addresses besides the visitor's: of an e-mail, whom it went to as well; of an answer, who gets it. */
  copies?: string[]
  /** The number of the merged ticket that it was written to. */
  mergedFrom?: number
  createdAt: Date
}

export type NewMessage = Omit<Message, 'ticketId' | 'seq' | 'mergedFrom' | 'attachments'> & {
  attachments?: HeldAttachment[]
}

/**
 * Whether a message's file is hidden from its visitor: those of notes, and the e-mail of a member or of
 * somebody in copy as it came, whose headers name others.
 */
export function isForDesk(
  { kind, mail }: { kind: string; mail?: MessageMail },
  fileId: string,
): boolean {
  const isOthers = mail?.byCopy || mail?.byMember || mail?.forwarded
  return kind === 'note' || (isOthers !== undefined && mail?.original === fileId)
}

/** The name under a message of the desk's; undefined for the desk as a whole. */
export type Byline = (byUid: string | undefined) => string | undefined

/** A message with its author's name instead of their account. */
export type Signed<Sent> = Omit<Sent, 'byUid'> & { by?: string; forwardedBy?: string }

export function signed<Sent extends Pick<Message, 'author' | 'byUid' | 'mail'>>(
  { byUid, ...message }: Sent,
  byline: Byline,
): Signed<Sent> {
  const by = message.author === 'owner' ? byline(byUid) : undefined
  const forwardedBy = message.mail?.forwarded ? byline(byUid) : undefined
  return {
    ...message,
    ...(by !== undefined && { by }),
    ...(forwardedBy !== undefined && { forwardedBy }),
  }
}

export const longestMessage = 4_000

/** Characters of a ticket's `title` and `latest`. */
export const titleLength = 80
export const latestLength = 140

/** One line of at most `length` characters, cut between words where possible. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = cutTo(line, length - 1)
  const word = cut.lastIndexOf(' ')
  return `${word > length / 2 ? cut.slice(0, word) : cut}…`
}

export function isSameMessage(
  known: Message,
  knownFiles: readonly Pick<HeldAttachment, 'sentHash'>[],
  sent: NewMessage,
): boolean {
  const hashes = (files: typeof knownFiles) => files.map(({ sentHash }) => sentHash).toSorted()
  return (
    known.author === sent.author &&
    known.kind === sent.kind &&
    known.body === sent.body &&
    known.copies?.join() === sent.copies?.join() &&
    hashes(knownFiles).join() === hashes(sent.attachments ?? []).join()
  )
}

/** By time, which differs from `seq` only where tickets were merged. */
export function inOrderOfTime<Sent extends Pick<Message, 'createdAt' | 'seq'>>(
  messages: readonly Sent[],
): Sent[] {
  return messages.toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.seq - other.seq,
  )
}

/** The part of a field's text that was typed while the rest was being sent. */
export function unsent(typed: string, sent: string): string {
  return typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed
}
