import { ownBuckets } from '~/domain/limits/rate-limits'
import { noteTyping, type Side, type TicketRef } from '~/domain/live/presence'
import type { Ticket } from '~/domain/tickets/tickets'
import type { Visit } from '../arrival/visit'
import { send } from '../responses/send'
import { refuse } from './refuse'

/** Publishes that a side types or has stopped (`typing=1` or `0`). Nothing is stored. */
export async function takeTyping(visit: Visit, ticket: Ticket, side: Side, query: URLSearchParams) {
  const typing = query.get('typing')
  if (typing !== '0' && typing !== '1') return refuse(visit, 400)
  const { rateLimits } = visit.context.services
  const now = visit.context.now()
  const ticketRef: TicketRef = { deskId: ticket.deskId, ticketId: ticket.id, number: ticket.number }
  const buckets = ownBuckets('typing', { address: '', account: `${side} ${ticket.id}` })
  if ((await rateLimits.consume(buckets, now)) > 0) return refuse(visit, 429)
  await noteTyping(visit.context.services, ticketRef, side, typing === '1', now)
  send(visit, { status: 204, headers: {} })
}
