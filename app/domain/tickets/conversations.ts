import type { LiveBus } from '../live/live'
import { announce, announceAtDesk, announceMail, announceNamed } from './announcing'
import { signedBy, stateChange } from './changes'
import type { Actor } from './history-entries'
import type { MentionStore } from './mentions'
import { excerpt, latestLength, type Message } from './messages'
import { isOvertaken } from './overtaking'
import { withMailsOf } from './planned-mails'
import { eachReading, readingOf, seenByVisitor, seenByWriter } from './reading'
import type { OwnerScope, Reader, TicketScope } from './scopes'
import { type Beginning, type Start, storeStart } from './starting'
import type { TicketEvent } from './states'
import type { Appended, Ticket, TicketChange, TicketStore } from './tickets'
import { timerAfter } from './timer-rules'
import { lineOf, message, newestIn, sound, type Writing } from './writing'

interface Ports {
  tickets: TicketStore
  live: LiveBus
}

/** Once per `startKey`. One sent again is announced again: its process may have ended before. */
export function startTicket(ports: Ports, start: Start, now: Date) {
  const state = start.heldFor ? 'held' : 'open'
  const waitingSince = start.heldFor ? undefined : now
  const seenBy = start.readBy && Object.fromEntries(start.readBy.map((reader) => [reader, 1]))
  return begin(ports, start, { author: 'visitor', state, waitingSince, seenBy }, now)
}

/** Begins a conversation with somebody who has not written; it becomes the member's in `takenBy`. Once per `startKey`. */
export function writeFirst(
  ports: Ports,
  {
    reader,
    takenBy,
    ...start
  }: Omit<Start, 'heldFor' | 'followUpOf' | 'receipt'> & Pick<Writing, 'reader' | 'takenBy'>,
  now: Date,
) {
  const timerAt = timerAfter('waiting', now)
  const seenBy = reader ? { [reader]: 1 } : {}
  const beginning = {
    author: 'owner',
    state: 'waiting',
    firstReplyAt: now,
    timerAt,
    seenBy,
    assignee: takenBy,
  } as const
  return begin(ports, start, beginning, now)
}

async function begin({ tickets, live }: Ports, said: Start, beginning: Beginning, now: Date) {
  const started = await storeStart(tickets, said, beginning, now)
  if (started.kind !== 'conflict' && started.ticket.state !== 'held') announce(live, started.ticket)
  if (beginning.author === 'owner' && !said.undoSeconds) announceMail(live)
  return started
}

/** Refused when the ticket is closed: a new one then continues it. */
export function writeAsVisitor(ports: Ports, secretHash: string, said: Writing, now: Date) {
  const writing = sound(said)
  return append(ports, { secretHash }, 'visitor', 'text', writing, now, (ticket) =>
    change(ticket, 'visitor-writes', writing, now),
  )
}

/** Adds an automatic e-mail, which notifies nobody. It changes no state and is no news. */
export function addQuietly(ports: Ports, secretHash: string, said: Writing, now: Date) {
  return append(ports, { secretHash }, 'visitor', 'text', sound(said), now, (ticket) => {
    const { lastSeq, ownerSeenSeq, visitorSeenSeq } = ticket
    const after = (seen: number) => (seen === lastSeq ? lastSeq + 1 : seen)
    return {
      ownerSeenSeq: after(ownerSeenSeq),
      visitorSeenSeq: after(visitorSeenSeq),
      seenBy: eachReading(ticket, after),
    }
  })
}

/**
 * Refused where another member has answered meanwhile (`isOvertaken`), so that no guest gets two answers
 * unawares. `before` is the ticket without the answer.
 */
export async function replyAsOwner(
  ports: Ports,
  scope: OwnerScope,
  said: Writing,
  now: Date,
): Promise<Appended & { before?: Ticket }> {
  const writing = sound(said)
  let before: Ticket | undefined
  const appended = await append(ports, scope, 'owner', 'text', writing, now, (ticket) => {
    before = ticket
    if (isOvertaken(ticket, writing)) return undefined
    const changed = change(ticket, 'owner-replies', writing, now, scope.byUid)
    return (
      changed && {
        ...changed,
        ...seenByWriter(ticket, writing),
        firstReplyAt: ticket.firstReplyAt ?? now,
        answeredSeq: ticket.lastSeq + 1,
        answeredBy: writing.reader,
        ...(writing.answerTo && { visitorEmail: writing.answerTo }),
        ...(ticket.assignee === undefined && { assignee: writing.takenBy }),
        ...takenUp(ticket, scope),
      }
    )
  })
  // Others are found in the round before they are due.
  if ('message' in appended && !said.undoSeconds) announceMail(ports.live)
  return { ...appended, before }
}

/** Who writes has the words again that they had taken back. */
function takenUp({ takenBack }: Ticket, { byUid }: OwnerScope): TicketChange | false {
  return takenBack?.byUid === byUid && { takenBack: undefined }
}

/**
 * A note changes neither the state nor the ticket's newest line. Sent again, it names its members again, who hear of
 * it at once the first time. `before` is the ticket without it.
 */
export async function noteAsOwner(
  ports: Ports & { mentions: MentionStore },
  scope: OwnerScope,
  writing: Writing,
  now: Date,
): Promise<Appended & { before?: Ticket }> {
  let before: Ticket | undefined
  const appended = await append(ports, scope, 'owner', 'note', sound(writing), now, (ticket) => {
    before = ticket
    return {
      ...seenByWriter(ticket, writing),
      ...takenUp(ticket, scope),
      lastAt: now,
      updatedAt: now,
    }
  })
  const { named = [] } = writing
  if ('message' in appended && named.length > 0) {
    const readers = named.map(({ reader }) => reader)
    await ports.mentions.note(appended.ticket, readers, {
      mentionedAt: appended.message.createdAt,
      words: excerpt(lineOf(writing), latestLength),
      ...(scope.byUid !== undefined && { byUid: scope.byUid }),
    })
    if (appended.kind === 'added') announceNamed(ports.live, appended.ticket, named, scope.byUid)
  }
  return { ...appended, before }
}

/** Once per form, which may be sent again after a lost answer. */
export function moveTicket(
  ports: Ports,
  scope: OwnerScope,
  event: Exclude<TicketEvent, 'visitor-writes' | 'owner-replies' | 'snooze' | 'release'>,
  now: Date,
  form?: string,
) {
  return move(ports, scope, event, 'owner', now, form)
}

/** What the visitor writes later begins a follow-up. */
export function endAsVisitor(ports: Ports, secretHash: string, now: Date) {
  return move(ports, { secretHash }, 'close', 'visitor', now)
}

/**
 * Call for messages shown to somebody who looks, which no GET of a page proves: scanners and
 * previews of links send those. `upTo` is the last shown message's `seq`. Notifies the other side if
 * it is news.
 */
export async function markSeen(
  { tickets, live }: Ports,
  by: Reader,
  ticket: Ticket,
  upTo = ticket.lastSeq,
  now?: Date,
) {
  const { id, deskId, number, secretHash } = ticket
  const seen = Math.min(upTo, ticket.lastSeq)
  const known =
    by === 'visitor' ? ticket.visitorSeenSeq >= seen : !readingOf(ticket, by.reader, seen)
  if (known) return
  const scope = by === 'visitor' ? { id, secretHash } : { id, deskId, number }
  if (!(await tickets.markSeen(scope, by, seen, now))) return
  if (by !== 'visitor' && seen > ticket.ownerSeenSeq) announce(live, ticket)
  // Otherwise each of the visitor's own windows would read everything again.
  else announceAtDesk(live, ticket)
}

/** Adds a message with the change from `decide`, and announces it. */
export async function append(
  { tickets, live }: Ports,
  scope: TicketScope,
  author: Message['author'],
  kind: Message['kind'],
  writing: Writing,
  now: Date,
  decide: (ticket: Ticket) => TicketChange | undefined,
) {
  const byUid = 'secretHash' in scope ? undefined : scope.byUid
  const sent = message(author, kind, { ...writing, byUid }, now)
  const planned = withMailsOf(sent, writing, now, decide)
  const appended = await tickets.append(scope, sent, signedBy(byUid, planned))
  // Sent again, it is announced again, as in startTicket.
  if ('message' in appended) announce(live, appended.ticket)
  return appended
}

async function move(
  { tickets, live }: Ports,
  scope: TicketScope,
  event: Parameters<typeof stateChange>[1],
  actor: Actor,
  now: Date,
  form?: string,
) {
  const byUid = 'secretHash' in scope ? undefined : scope.byUid
  const decide = (ticket: Ticket) => stateChange(ticket, event, actor, now)
  const moved = await tickets.move(scope, signedBy(byUid, decide), form)
  if (moved.kind === 'moved') announce(live, moved.ticket)
  return moved
}

function change(
  ticket: Ticket,
  event: 'visitor-writes' | 'owner-replies',
  writing: Writing,
  now: Date,
  byUid?: string,
): TicketChange | undefined {
  const actor = event === 'visitor-writes' ? 'visitor' : 'owner'
  const changed = stateChange(ticket, event, actor, now)
  if (!changed) return undefined
  const locale = event === 'visitor-writes' ? writing.locale : ticket.locale
  const newest = newestIn({ ...writing, author: actor, byUid })
  const seen = event === 'visitor-writes' && seenByVisitor(ticket, writing.seen)
  return { ...changed, ...seen, locale, ...newest, lastAt: now }
}
