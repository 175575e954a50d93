import { nameLine, soughtLine } from '~/domain/text/single-line'
import {
  type Channel,
  channels,
  type Priority,
  priorities,
  type TicketOrder,
  ticketOrders,
} from '~/domain/tickets/filters'
import { listedState, listedStates, ticketStates } from '~/domain/tickets/states'
import { withQuery } from '~/i18n/addresses'

export interface ListQuery {
  state: (typeof listedStates)[number] | 'all'
  q: string
  tag: string
  priority?: Priority
  channel?: Channel
  changed?: (typeof changedTimes)[number]
  order: TicketOrder
  /** Only where several people answer, but for drafts. */
  whose?: (typeof whoseLists)[number]
  /** One member's, by their account. */
  assignee?: string
}

/** When a ticket was last changed, by whole days at the desk: these last ones, or before them. */
export const changedTimes = ['today', 'week', 'month', 'older'] as const

/** Of what a member has there: in every state, and not to be narrowed. */
export const ownLists = ['mentions', 'drafts'] as const

export type OwnList = (typeof ownLists)[number]

export const whoseLists = ['mine', 'nobody', ...ownLists] as const

export function ownListIn({ whose }: Pick<ListQuery, 'whose'>): OwnList | undefined {
  return ownLists.find((each) => each === whose)
}

export interface View {
  ticket?: number
  after?: string
  /** All messages, not just the newest. */
  all?: true
  /** Those up to this one. */
  until?: number
  /** The one that a search has found. */
  found?: number
  /** The ticket that was below it in the list, where an answer may have taken it out. */
  below?: number
  print?: true
  /** Notes on the printed sheet. */
  notes?: true
  /** Every ticket of the page is ticked. */
  chosen?: true
}

/** Unknown values count as absent. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const q = soughtLine(query.get('q'))
  const tag = nameLine(query.get('tag') ?? '')
  const priority = priorities.find((each) => each === query.get('priority'))
  const channel = channels.find((each) => each === query.get('channel'))
  const changed = changedTimes.find((each) => each === query.get('changed'))
  const order = ticketOrders.find((each) => each === query.get('order')) ?? 'waiting'
  const asked = query.get('whose') ?? ''
  const whose = whoseLists.find((each) => each === asked)
  const assignee = !whose && /^\S{1,128}$/.test(asked) && asked
  const narrowed = { q, tag, priority, ...(channel && { channel }), ...(changed && { changed }) }
  const state = stateIn(query) ?? usualState(narrowed)
  return {
    state,
    ...narrowed,
    order,
    ...(whose && { whose }),
    ...(assignee && { assignee }),
  }
}

/** Maps a store's states to those that people see. */
function stateIn(query: URLSearchParams): ListQuery['state'] | undefined {
  const asked = query.get('state')
  const stored = ticketStates.find((each) => each === asked)
  return stored
    ? listedState(stored)
    : [...listedStates, 'all' as const].find((each) => each === asked)
}

/** Whether a list is a search, or narrowed by other than state and member. */
export function isNarrowed({ q, tag, priority, channel, changed }: Partial<ListQuery>): boolean {
  return Boolean(q || tag || priority || channel || changed)
}

/** A search covers all tickets; otherwise those that await the owner are shown. */
export function usualState(list: Partial<ListQuery>): ListQuery['state'] {
  return isNarrowed(list) ? 'all' : 'open'
}

/** Of a line's ticket, at its newest message or at the one that a search has found. */
export function lineAddress(
  list: ListQuery,
  { number, foundSeq }: { number: number; foundSeq?: number },
  view: View = {},
): string {
  const address = ticketsAddress(list, { ticket: number, ...view, found: foundSeq })
  return `${address}#${foundSeq ? `m-${foundSeq}` : 'newest'}`
}

export function ticketsAddress(list: ListQuery, view: View = {}): string {
  const said: [string, string | number | true | undefined][] = [
    ['state', list.state === usualState(list) ? '' : list.state],
    ['q', list.q],
    ['tag', list.tag],
    ['priority', list.priority],
    ['channel', list.channel],
    ['changed', list.changed],
    ['order', list.order === 'waiting' ? '' : list.order],
    ['whose', list.whose ?? list.assignee],
    ...Object.entries(view),
  ]
  const query = new URLSearchParams()
  for (const [name, value] of said) {
    if (value) query.set(name, value === true ? '1' : String(value))
  }
  return withQuery('/dashboard/tickets', query)
}
