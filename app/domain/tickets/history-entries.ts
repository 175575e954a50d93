import type { TicketEvent } from './states'

/** Who did it; the desk does what is due by itself. */
export type Actor = 'visitor' | 'owner' | 'desk'

/**
 * What happened. A move of the state table stands here when it changed the state, with the new state
 * as its detail ('snooze' with the date, ISO 8601); 'priority' with the new one, 'tags' with all of
 * them, comma between; 'held' with the reason; the others with the number of the other ticket, 'started' and 'reminded' with
 * nothing.
 */
export type HistoryKind =
  | TicketEvent
  | 'started'
  | 'held'
  | 'followed-up'
  | 'reminded'
  | 'priority'
  | 'tags'
  | 'merged-into'
  | 'merged-from'

/** One line of what became of a ticket; lines are added, never changed. */
export interface HistoryEntry {
  /** The ticket's number at that time: another one for what happened before it was merged. */
  number: number
  at: Date
  actor: Actor
  kind: HistoryKind
  detail: string
}

export type NewHistoryEntry = Omit<HistoryEntry, 'number'>

/** Returns when the last of these lines says that the ticket was solved or closed. */
export function lastDone(history: readonly NewHistoryEntry[]): Date | undefined {
  return history.findLast(({ kind }) => kind === 'solve' || kind === 'close')?.at
}
