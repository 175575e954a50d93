import type { Member } from '../desks/members'
import { type HeldAttachment, namesOf } from '../files/attachments'
import { newId } from '../text/ids'
import type { Language } from '../text/languages'
import { messageBody, messageText } from './message-input'
import type { MessageMail } from './message-mail'
import { excerpt, latestLength, type Message, type NewMessage } from './messages'
import type { Ticket } from './tickets'

export interface Writing {
  clientKey: string
  /** May be empty where files are attached. */
  body: string
  attachments?: HeldAttachment[]
  locale: Language
  /** Set if it came by e-mail. */
  mail?: MessageMail
  /** See `Message`. */
  copies?: string[]
  /** The address that this answer and the next go to, if not the visitor's so far. */
  answerTo?: string
  /** Members whom a note names, to be notified. */
  named?: readonly Member[]
  /** The member who answered a notice with it, to be notified that it is a note alone. */
  unreadOf?: Member
  /** Until an answer's letter may leave. */
  undoSeconds?: number
  /** A ticket that is nobody's becomes this member's. */
  takenBy?: string
  /** The last message that the writer was shown, if the form says so. */
  seen?: number
  /** Of the member who writes. */
  reader?: string
}

export function message(
  author: Message['author'],
  kind: Message['kind'],
  writing: Writing & { byUid?: string },
  now: Date,
): NewMessage {
  const { clientKey, body, locale, attachments, mail, copies, byUid } = writing
  const sent = { id: newId(now), clientKey, author, kind, body, locale }
  return {
    ...sent,
    createdAt: now,
    ...(byUid !== undefined && { byUid }),
    ...(mail && { mail }),
    ...(copies?.length && { copies }),
    ...(attachments?.length && { attachments }),
  }
}

/** Throws on text that no form accepts. */
export function sound<Said extends Pick<Writing, 'body' | 'attachments'>>(said: Said): Said {
  return { ...said, body: (said.attachments?.length ? messageText : messageBody).parse(said.body) }
}

/** Without words an e-mail is named by its subject, and a message by its files. */
export function lineOf({
  body,
  mail,
  attachments,
}: Pick<Message, 'body' | 'mail' | 'attachments'>): string {
  return body || mail?.subject || namesOf(attachments)
}

/** A ticket whose newest message this is. */
export function newestIn(
  message: Parameters<typeof lineOf>[0] & Pick<Message, 'author' | 'byUid'>,
): Pick<Ticket, 'latest' | 'latestBy'> {
  const { author, byUid } = message
  const latestBy = author === 'owner' ? byUid : undefined
  return { latest: excerpt(lineOf(message), latestLength), latestBy }
}
