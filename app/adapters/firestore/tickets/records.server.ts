import { emailKey } from '../../../domain/text/email'
import { rankOf, statesIn, type TicketFilter } from '../../../domain/tickets/filters'
import { marksOf, type NewHistoryEntry } from '../../../domain/tickets/history-entries'
import { tagKey } from '../../../domain/tickets/tags'
import type { Ticket } from '../../../domain/tickets/tickets'
import { isWoken } from '../../../domain/tickets/woken'
import type { TicketFacts, TicketRecord } from '../database/schema'
import { beginningsOf } from './beginnings'

/** All unmerged tickets, or a filter's. */
export function facet(deskId: string, filter: TicketFilter | 'all'): string {
  if (filter === 'all') return `${deskId} all`
  const { state = 'listed', priority = '', tag, assignee, woken } = filter
  const whose = assignee === undefined ? [deskId] : [deskId, 'for', assignee]
  const all = woken ? [...whose, 'woken'] : whose
  return [...all, state, priority, ...(tag === undefined ? [] : [tagKey(tag)])].join(' ')
}

export function facetOfVisitor(deskId: string, email: string): string {
  return `${deskId} of ${emailKey(email)}`
}

/** A ticket that passes the filter has one of these. */
export function passingFacets(deskId: string, filter: TicketFilter): string[] {
  if (filter.state !== 'done') return [facet(deskId, filter)]
  return statesIn(filter).map((state) => facet(deskId, { ...filter, state }))
}

/** One array query finds any of them in any order. */
export function facetsOf(ticket: Ticket): string[] {
  const { deskId, state, priority, tags, mergedInto, visitorEmail, assignee } = ticket
  if (mergedInto) return []
  const states = state === 'held' ? [state] : [state, undefined]
  const filters = states.flatMap((state) =>
    [priority, undefined].flatMap((priority) =>
      [undefined, ...tags].flatMap((tag) =>
        [undefined, assignee ?? ''].flatMap((assignee) =>
          (isWoken(ticket) ? [undefined, true as const] : [undefined]).map((woken) => {
            return { state, priority, tag, assignee, woken }
          }),
        ),
      ),
    ),
  )
  const known = visitorEmail !== '' && state !== 'held'
  const visitor = known ? [facetOfVisitor(deskId, visitorEmail)] : []
  return [facet(deskId, 'all'), ...visitor, ...filters.map((filter) => facet(deskId, filter))]
}

export function toRecord(ticket: Ticket, facts: TicketFacts): TicketRecord {
  const { deskId, heldFor, visitorEmail, priority, mergedInto } = ticket
  const blocked = heldFor === 'blocked' && visitorEmail !== ''
  return {
    ...ticket,
    ...facts,
    rank: rankOf(priority),
    facets: facetsOf(ticket),
    heads: mergedInto ? [] : [...new Set([...beginningsOf(headOf(ticket)), ...facts.partHeads])],
    blocked: blocked ? blockOf(deskId, visitorEmail) : undefined,
  }
}

export function headOf({
  number,
  visitorName,
  visitorEmail,
  tags,
}: Pick<Ticket, 'number' | 'visitorName' | 'visitorEmail' | 'tags'>): string {
  return [number, visitorName, visitorEmail, ...tags].join(' ')
}

export function blockOf(deskId: string, email: string): string {
  return `${deskId} ${emailKey(email)}`
}

export function toTicket(record: TicketRecord): Ticket {
  const { facets: _, heads: __, blocked: ___, rank: ____, hidden: _____, ...rest } = record
  const { ticket } = apart(rest)
  return ticket
}

export function factsOf(record: TicketRecord): TicketFacts {
  return apart(record).facts
}

function apart<Held extends Ticket & TicketFacts>(record: Held) {
  const { keys, parts, followUps, partHeads, began, ...some } = record
  const { lines, bytes, feedbackKey, dealtWith, doneAt, ratedAt, ...ticket } = some
  const links = { keys, parts, followUps, partHeads, began }
  const facts: TicketFacts = { ...links, lines, bytes, feedbackKey, dealtWith, doneAt, ratedAt }
  return { ticket, facts }
}

export function newFacts(keys: string[]): TicketFacts {
  const none = { parts: [], followUps: [], partHeads: [], began: [] }
  return { keys, ...none, lines: 0, bytes: 0, dealtWith: false }
}

export function factsAfter(
  facts: TicketFacts,
  { firstReplyAt }: Ticket,
  history: readonly NewHistoryEntry[],
): TicketFacts {
  const lines = facts.lines + history.length
  return { ...facts, ...marksOf(firstReplyAt, history), lines }
}
