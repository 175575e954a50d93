import { beforeBlock, stateAgain } from './blocking'
import { type Actor, type HistoryKind, madeBy, type NewHistoryEntry } from './history-entries'
import { type HoldReason, isHeldByMember } from './spam'
import { outcome, type TicketEvent } from './states'
import type { Ticket, TicketChange } from './tickets'
import { timerAfter } from './timer-rules'

/**
 * Returns what an event changes; undefined when the state table refuses it. `waitingSince` starts
 * when the turn passes to the owner, and stays while the visitor writes more. A ticket closed while
 * held stays marked, so that its visitor cannot go on in another.
 */
export function stateChange(
  ticket: Ticket,
  event: Exclude<TicketEvent, 'snooze'>,
  actor: Actor,
  now: Date,
): TicketChange | undefined {
  const state = outcome(ticket.state, event)
  if (!state || state === 'follow-up' || state === 'snoozed') return undefined
  const again = event === 'release' ? stateAgain(ticket, now) : undefined
  const heldFor = reasons[event] ?? (isKept(state) ? ticket.heldFor : undefined)
  return {
    state,
    waitingSince: state === 'open' ? (ticket.waitingSince ?? now) : undefined,
    // Marks it for each member until they look at it.
    ...(event !== 'wake' && { snoozedUntil: undefined }),
    remindedAt: undefined,
    heldFor,
    ...((state === 'solved' || state === 'closed') && { takenBack: undefined }),
    ...(actor === 'owner' && isReleased(ticket, heldFor) && { releasedAt: now }),
    timerAt: timerAfter(state, now),
    ...again,
    // It stays once the block ends, so that the end of it can be undone.
    ...(reasons[event] && { beforeBlock: beforeBlock(ticket) }),
    ...(event === 'visitor-writes' && ticket.beforeBlock && { beforeBlock: undefined }),
    updatedAt: now,
    history: state === ticket.state ? [] : [entry(actor, event, again?.state ?? state, now)],
  }
}

/** Why a member's step holds a ticket. */
const reasons: Partial<Record<TicketEvent, HoldReason>> = { block: 'blocked', hold: 'marked' }

/** What a member held has been let in before. */
function isReleased({ heldFor: before }: Ticket, after: Ticket['heldFor']): boolean {
  return before !== undefined && !isHeldByMember(before) && before !== after
}

function isKept(state: Ticket['state']): boolean {
  return state === 'held' || state === 'closed'
}

/** Makes lines of history name the member who asks. */
export function signedBy(
  byUid: string | undefined,
  decide: (ticket: Ticket) => TicketChange | undefined,
) {
  return (ticket: Ticket) => {
    const change = decide(ticket)
    return change && madeBy(change, byUid)
  }
}

export function entry(actor: Actor, kind: HistoryKind, detail: string, at: Date): NewHistoryEntry {
  return { at, actor, kind, detail }
}
