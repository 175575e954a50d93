import type { Member } from '../desks/members'
import type { Ticket, TicketChange } from './tickets'
import { isWokenFor } from './woken'
import type { Writing } from './writing'

/** A member, as tickets store how far they have read. */
export type ReadingMember = Pick<Member, 'deskId' | 'reader' | 'joinedAt'>

type Read = Pick<Ticket, 'seenBy' | 'ownerSeenSeq' | 'lastSeq' | 'lastAt' | 'updatedAt'>

/** The last message that the member has read; all count as read if the last is from before they joined. */
export function readUpTo(ticket: Read, { deskId, reader, joinedAt }: ReadingMember): number {
  if ((ticket.lastAt ?? ticket.updatedAt) < joinedAt) return ticket.lastSeq
  return seenIn(ticket, deskId)[reader] ?? 0
}

export function hasUnread(ticket: Read, reader: ReadingMember): boolean {
  return readUpTo(ticket, reader) < ticket.lastSeq
}

/** Undefined if the reader had read as far before, and the ticket is not marked for them as back from a snooze. */
export function readingOf(ticket: Ticket, reader: string, upTo: number): TicketChange | undefined {
  const seenBy = seenIn(ticket, ticket.deskId)
  const before = seenBy[reader] ?? 0
  const seen = Math.max(before, Math.min(upTo, ticket.lastSeq))
  const woken = isWokenFor(ticket, reader)
  if (seen === before && !woken) return undefined
  return {
    ownerSeenSeq: Math.max(ticket.ownerSeenSeq, seen),
    seenBy: { ...seenBy, [reader]: seen },
    ...(woken && { wokenSeenBy: [...(ticket.wokenSeenBy ?? []), reader] }),
  }
}

/** The newest message is news for the reader once more. */
export function unreadAgain(ticket: Ticket, reader: string): TicketChange {
  const seenBy = seenIn(ticket, ticket.deskId)
  const seen = Math.min(seenBy[reader] ?? 0, ticket.lastSeq - 1)
  return { seenBy: { ...seenBy, [reader]: seen } }
}

/** Undoes `unreadAgain` where the reader had read all up to `seq`. */
export function readAgain(ticket: Ticket, reader: string, seq: number): TicketChange {
  const seenBy = seenIn(ticket, ticket.deskId)
  const seen = Math.max(seenBy[reader] ?? 0, Math.min(seq, ticket.lastSeq))
  return { seenBy: { ...seenBy, [reader]: seen } }
}

/** Whether the reader has read all, as the ticket says it. */
export function hasReadAll(ticket: Ticket, reader: string): boolean {
  return (seenIn(ticket, ticket.deskId)[reader] ?? 0) >= ticket.lastSeq
}

/** A writer who had read everything has read their own message, too. */
export function seenByVisitor({ visitorSeenSeq, lastSeq }: Ticket, shown = 0): TicketChange {
  const seen = Math.max(visitorSeenSeq, Math.min(shown, lastSeq))
  return { visitorSeenSeq: seen === lastSeq ? lastSeq + 1 : seen }
}

export function seenByWriter(
  ticket: Ticket,
  { reader, seen = 0 }: Writing,
): TicketChange | undefined {
  return reader === undefined ? undefined : readingOf(ticket, reader, seen)
}

/** How far each reader has read once `change` is made of what they had. */
export function eachReading(ticket: Ticket, change: (seen: number) => number) {
  const seenBy = Object.entries(seenIn(ticket, ticket.deskId))
  return Object.fromEntries(seenBy.map(([reader, seen]) => [reader, change(seen)]))
}

/** Who has read both tickets has read all `lastSeq` messages of the merged one. */
export function joinedReadings(source: Ticket, target: Ticket, lastSeq: number) {
  const [ofSource, ofTarget] = [seenIn(source, source.deskId), seenIn(target, target.deskId)]
  const both = Object.keys(ofSource).filter(
    (reader) => ofSource[reader] === source.lastSeq && (ofTarget[reader] ?? 0) === target.lastSeq,
  )
  return { ...ofTarget, ...Object.fromEntries(both.map((reader) => [reader, lastSeq])) }
}

/** In versions with one account at a desk, its owner was who read: the founder, whose `reader` is the desk's id. */
function seenIn({ seenBy, ownerSeenSeq }: Read, deskId: string): Record<string, number> {
  return seenBy ?? (ownerSeenSeq > 0 ? { [deskId]: ownerSeenSeq } : {})
}
