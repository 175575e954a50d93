import type { AssignedCounts, TagCount } from './filters'
import { type TicketState, ticketStates } from './states'
import { tagKey } from './tags'
import type { Ticket } from './tickets'

/** A count kept per desk: the tickets in a state, those with a tag in one spelling, or a member's in a state. */
export interface CountName {
  kind: 'state' | 'tag' | 'assignee'
  /** The state, or the tag's `tagKey`. */
  key: string
  /** Of a tag; of an assignee the account. */
  spelling: string
}

type Counted = Pick<Ticket, 'state' | 'tags' | 'mergedInto' | 'assignee'>

/** The counts that include a ticket: none once merged, and no tags while held. */
function countsWith({ state, tags, mergedInto, assignee }: Counted): CountName[] {
  if (mergedInto) return []
  const borne = state === 'held' ? [] : tags
  return [
    { kind: 'state', key: state, spelling: '' },
    ...(assignee === undefined
      ? []
      : [{ kind: 'assignee', key: state, spelling: assignee } as const]),
    ...borne.map((tag) => ({ kind: 'tag', key: tagKey(tag), spelling: tag }) as const),
  ]
}

/** No `before` for a new ticket, no `after` for an erased one. Apply in its commit. */
export function countChanges(
  before: Counted | undefined,
  after: Counted | undefined,
): (CountName & { by: 1 | -1 })[] {
  const left = before ? countsWith(before) : []
  const joined = after ? countsWith(after) : []
  const without = (names: CountName[], others: CountName[]) =>
    names.filter((name) => !others.some((other) => isSame(name, other)))
  return [
    ...without(left, joined).map((name) => ({ ...name, by: -1 }) as const),
    ...without(joined, left).map((name) => ({ ...name, by: 1 }) as const),
  ]
}

type Count = CountName & { tickets: number }

export function stateCounts(counts: readonly Count[]): Record<TicketState, number> {
  const found = { open: 0, waiting: 0, snoozed: 0, solved: 0, closed: 0, held: 0 }
  for (const state of ticketStates) {
    found[state] = counts.find(({ kind, key }) => kind === 'state' && key === state)?.tickets ?? 0
  }
  return found
}

export function assignedCounts(counts: readonly Count[]): AssignedCounts {
  const found: AssignedCounts = {}
  for (const { kind, key, spelling, tickets } of counts)
    if (kind === 'assignee') found[spelling] = { ...found[spelling], [key as TicketState]: tickets }
  return found
}

/** Of the tickets in each state those that a filter by `assignee` leaves: a member's, or nobody's. */
export function countsOf(
  all: Record<TicketState, number>,
  assigned: AssignedCounts,
  assignee: string,
): Record<TicketState, number> {
  const of = (state: TicketState) => {
    if (assignee !== '') return assigned[assignee]?.[state] ?? 0
    const others = Object.values(assigned).reduce((sum, each) => sum + (each[state] ?? 0), 0)
    return all[state] - others
  }
  return Object.fromEntries(ticketStates.map((state) => [state, of(state)])) as typeof all
}

/** By key; of several spellings the first in order. */
export function tagCounts(counts: readonly Count[]): TagCount[] {
  const tags = new Map<string, TagCount>()
  for (const { kind, key, spelling, tickets } of counts) {
    if (kind !== 'tag') continue
    const known = tags.get(key)
    tags.set(key, {
      tag: known && known.tag < spelling ? known.tag : spelling,
      tickets: (known?.tickets ?? 0) + tickets,
    })
  }
  return [...tags].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count)
}

function isSame(one: CountName, other: CountName): boolean {
  return one.kind === other.kind && one.spelling === other.spelling && one.key === other.key
}
