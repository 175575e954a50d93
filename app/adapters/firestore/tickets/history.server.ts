import type { TicketHistory, TicketLink } from '../../../domain/tickets/history'
import type { NewHistoryEntry } from '../../../domain/tickets/history-entries'
import type { Database } from '../database/database.server'
import { listOf } from '../database/documents.server'
import type { TicketRecord } from '../database/schema'
import { linesAtOnce } from './changes.server'
import type { TicketLookup } from './lookup.server'

function linkTo({ number, state, title }: Pick<TicketRecord, keyof TicketLink>): TicketLink {
  return { number, state, title }
}

export function createTicketHistory(
  { document, readAll, within }: Database,
  { find }: TicketLookup,
): TicketHistory {
  async function linked(deskId: string, ids: readonly string[]): Promise<TicketRecord[]> {
    const found = await readAll(ids.map((id) => document('tickets', id)))
    return found
      .flatMap((ticket) => ticket ?? [])
      .filter((ticket) => ticket.deskId === deskId && !ticket.hidden)
      .sort((one, other) => one.number - other.number)
  }

  return {
    async entries(scope, limit) {
      const ticket = await find(scope)
      if (!ticket) return []
      const lines = await Promise.all(
        [ticket, ...ticket.parts].map(async ({ id, number, began }) => {
          const chunks = within(id, 'history').orderBy('chunk', 'desc')
          const found = await listOf(chunks.limit(Math.ceil(limit / linesAtOnce) + 1))
          const later = found.flatMap(({ lines }) => Object.entries(lines))
          // The first entries have no id.
          const first = began.map((line): [string, NewHistoryEntry] => ['', line])
          return [...first, ...later].map(([id, line]) => ({ id, entry: { number, ...line } }))
        }),
      )
      const sorted = lines.flat().sort(({ id, entry }, { id: otherId, entry: other }) => {
        return entry.at.getTime() - other.at.getTime() || (id < otherId ? -1 : id > otherId ? 1 : 0)
      })
      return sorted.slice(-limit).map(({ entry }) => entry)
    },

    async links(scope) {
      const ticket = await find(scope)
      if (!ticket) return { followUps: [], mergedFrom: [] }
      const { followUpOf, followUps, parts } = ticket
      const [[origin], continuing, merged] = await Promise.all([
        linked(scope.deskId, followUpOf ? [followUpOf] : []),
        linked(scope.deskId, followUps),
        linked(
          scope.deskId,
          parts.map(({ id }) => id),
        ),
      ])
      return {
        followUpOf: origin && linkTo(origin),
        followUps: continuing.map(linkTo),
        mergedFrom: merged.map(({ subject, createdAt, ...ticket }) => ({
          ...linkTo(ticket),
          ...(subject && { subject }),
          createdAt,
        })),
      }
    },
  }
}
