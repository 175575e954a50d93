import type { TicketEvent } from './states'

/** `desk` stands for automatic events. */
export type Actor = 'visitor' | 'owner' | 'desk'

/**
 * A state table's event, if it changed the state, with the new state as detail ('snooze' with the
 * ISO 8601 date); 'priority' with the new one; 'language'
 * with the one that is answered in, or nothing for that of the visitor's page; 'tags' with all, separated by commas; 'held' with
 * the reason; 'started', 'reminded', 'retract' and 'visitor' (their name or address) with nothing;
 * 'assigned' with the account, or nothing for nobody; the rest with the other ticket's number.
 */
export type HistoryKind =
  | TicketEvent
  | 'started'
  | 'held'
  | 'held-reply'
  | 'followed-up'
  | 'reminded'
  | 'retract'
  | 'priority'
  | 'tags'
  | 'language'
  | 'visitor'
  | 'assigned'
  | 'merged-into'
  | 'merged-from'
  | 'split-into'
  | 'split-from'

export interface HistoryEntry {
  /** The ticket's number then; differs for what happened before a merge. */
  number: number
  at: Date
  actor: Actor
  /** The member, of what a member did. */
  byUid?: string
  kind: HistoryKind
  detail: string
  /** The owner's form, by which a move is known that is sent again. */
  form?: string
}

export type NewHistoryEntry = Omit<HistoryEntry, 'number'>

/** A change whose lines of history name the form that asked for it. */
export function withForm<Change extends { history?: NewHistoryEntry[] }>(
  change: Change,
  form: string | undefined,
): Change {
  if (form === undefined) return change
  return { ...change, history: change.history?.map((entry) => ({ ...entry, form })) }
}

/** A change whose lines of history name the member who made it. */
export function madeBy<Change extends { history?: NewHistoryEntry[] }>(
  change: Change,
  byUid: string | undefined,
): Change {
  if (byUid === undefined || !change.history) return change
  const history = change.history.map((entry) => {
    return entry.actor === 'owner' ? { ...entry, byUid } : entry
  })
  return { ...change, history }
}

/** For a desk's numbers and limits. */
export interface Marks {
  doneAt?: Date
  /** Answered, moved or organised by the owner; holding and blocking do not count. */
  dealtWith?: true
}

export function marksOf(
  firstReplyAt: Date | undefined,
  history: readonly NewHistoryEntry[],
): Marks {
  const doneAt = history.findLast(({ kind }) => kind === 'solve' || kind === 'close')?.at
  const worked = history.some(
    ({ actor, kind }) => actor === 'owner' && kind !== 'block' && kind !== 'hold',
  )
  return { ...(doneAt && { doneAt }), ...((firstReplyAt || worked) && { dealtWith: true }) }
}
