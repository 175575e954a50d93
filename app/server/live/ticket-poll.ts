import { arrive } from '~/domain/live/presence'
import { bestEffort } from '~/domain/stores'
import { markSeen } from '~/domain/tickets/conversations'
import { subnetOf } from '~/http/limits/networks'
import { addressOf } from '../arrival/load-context'
import type { Visit } from '../arrival/visit'
import { logError } from '../arrival/visit-log'
import { noteVisitorHere } from './auto-release'
import { answerPoll } from './poll'
import { beginning, mostMissing } from './ticket-source'
import { drawMessages, lookAtCounter, standOf, type Told } from './ticket-view'

/**
 * What a stream would send, in one response. Tagged with the state after it, so that asking again
 * from there gives a 304.
 */
export async function pollTicket(visit: Visit, told: Told, after: number): Promise<void> {
  const { context } = visit
  const { services, now } = context
  const { language, ticket } = told
  const place = { deskId: ticket.deskId, ticketId: ticket.id, number: ticket.number }
  await arrive(services, place, 'visitor', 'poll', now())
  const from = beginning(ticket, after)
  const resync = ticket.lastSeq - from > mostMissing
  const messages = resync ? [] : await services.tickets.messages(ticket, from, mostMissing)
  const last = resync ? ticket.lastSeq : (messages.at(-1)?.seq ?? from)
  await bestEffort(markSeen(services, 'visitor', ticket), (error) => logError(visit, error))
  await noteVisitorHere(visit, ticket, subnetOf(addressOf(visit)))
  const looked = await lookAtCounter(context, told)
  const state = { last, stand: standOf(told), presence: looked?.news }
  await answerPoll(visit, [language, state], () => ({
    html: drawMessages(context, told, messages, undefined),
    ...state,
    ...(resync && { resync }),
  }))
}
