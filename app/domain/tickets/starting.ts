import type { Member } from '../desks/members'
import type { HeldAttachment } from '../files/attachments'
import { newId } from '../text/ids'
import type { Language } from '../text/languages'
import { isReadable } from '../text/single-line'
import type { Priority } from './filters'
import type { MessageMail } from './message-mail'
import { excerpt, type Message, titleLength } from './messages'
import { mailsOfAnswer, receiptOf, replyUnreadOf } from './planned-mails'
import type { HoldReason } from './spam'
import type { NewTicket, TicketStore } from './tickets'
import { later } from './timer-rules'
import { lineOf, message, newestIn, sound } from './writing'

export interface Start {
  deskId: string
  startKey: string
  secretHash: string
  body: string
  attachments?: HeldAttachment[]
  /** Fields of an e-mail, and its subject. */
  mail?: MessageMail
  copies?: string[]
  title?: string
  locale: Language
  name: string
  email: string
  /** See `Ticket`. */
  writtenTo?: string
  tags?: string[]
  priority?: Priority
  /** The member who writes first, or who sends a guest's e-mail on. */
  byUid?: string
  /** Each `reader` for whom it is no news. */
  readBy?: readonly string[]
  followUpOf?: string
  heldFor?: HoldReason
  /** Seconds before the letter of who writes first leaves. */
  undoSeconds?: number
  /** Whether its visitor gets an e-mail that it has arrived. */
  receipt?: boolean
  /** Who wrote it in answer to a notice, and gets an e-mail that it reached nobody. */
  unreadOf?: Member
}

/** How a ticket stands when it begins. */
export type Beginning = { author: Message['author'] } & Pick<
  NewTicket,
  'state' | 'waitingSince' | 'firstReplyAt' | 'timerAt' | 'seenBy' | 'assignee'
>

/** Stores a ticket with its first message, once per `startKey`, and tells nobody. */
export async function storeStart(
  tickets: TicketStore,
  said: Start,
  { author, ...beginning }: Beginning,
  now: Date,
) {
  const start = sound(said)
  const subject = start.title ? excerpt(start.title, titleLength) : undefined
  const leavesAt = later(now, (start.undoSeconds ?? 0) * 1_000)
  return tickets.start(
    {
      ...beginning,
      id: newId(now),
      deskId: start.deskId,
      startKey: start.startKey,
      secretHash: start.secretHash,
      heldFor: start.heldFor,
      locale: start.locale,
      visitorName: start.name,
      visitorEmail: start.email,
      writtenTo: start.writtenTo,
      tags: start.tags,
      priority: start.priority,
      title: subject ?? excerpt(heading(author, start), titleLength),
      subject,
      ...newestIn({ ...start, author }),
      followUpOf: start.followUpOf,
      createdAt: now,
    },
    message(author, 'text', { ...start, clientKey: start.startKey }, now),
    (ticket) => [
      ...(author === 'owner' ? mailsOfAnswer(ticket, 1, start.copies ?? [], leavesAt) : []),
      ...(start.receipt ? [receiptOf(ticket)] : []),
      ...(start.unreadOf ? [replyUnreadOf(ticket, start.unreadOf, 1, now)] : []),
    ],
  )
}

/** What a ticket without a subject is named by: a letter of the desk's by its first line that can be read. */
function heading(author: Message['author'], start: Start): string {
  const first = author === 'owner' ? start.body.split('\n').find(isReadable) : undefined
  return first ?? lineOf(start)
}

/** Milliseconds after which nobody waits for the answer to an old e-mail any more. */
const oldAfter = 14 * 24 * 3_600_000

/**
 * Stores a conversation of the time `at`, from before the desk came here: it is news for none of the
 * `readers`, and over if it is old.
 */
export function storeOld(
  tickets: TicketStore,
  start: Omit<Start, 'receipt'>,
  readers: readonly string[],
  at: Date,
  now: Date,
) {
  const seenBy = Object.fromEntries(readers.map((reader) => [reader, 1]))
  const state = start.heldFor ? 'held' : later(at, oldAfter) < now ? 'closed' : 'open'
  const waitingSince = state === 'open' ? at : undefined
  return storeStart(tickets, start, { author: 'visitor', state, waitingSince, seenBy }, at)
}
