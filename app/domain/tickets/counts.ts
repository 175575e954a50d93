import type { TagCount } from './filters'
import { type TicketState, ticketStates } from './states'
import { tagKey } from './tags'
import type { Ticket } from './tickets'

/** A count kept per desk: the tickets in a state, or those with a tag in one spelling. */
export interface CountName {
  kind: 'state' | 'tag'
  /** The state, or the tag's `tagKey`. */
  key: string
  spelling: string
}

type Counted = Pick<Ticket, 'state' | 'tags' | 'mergedInto'>

/** The counts that include a ticket: none once merged, and no tags while held. */
function countsWith({ state, tags, mergedInto }: Counted): CountName[] {
  if (mergedInto) return []
  const borne = state === 'held' ? [] : tags
  return [
    { kind: 'state', key: state, spelling: '' },
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
