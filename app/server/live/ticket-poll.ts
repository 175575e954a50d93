import { arrangementOf } from '~/domain/tickets/arrangement'
import type { Visit } from '../arrival/visit'
import { answerPoll } from './poll'
import { beginning, mostMissing } from './ticket-source'
import { lookAtCounter, renderMessages, type Subscriber, standOf } from './ticket-view'

/**
 * What a stream would send, in one response. Tagged with the state after it, so that asking again
 * from there gives a 304.
 */
export async function pollTicket(
  visit: Visit,
  subscriber: Subscriber,
  after: number,
  arrangement: number,
): Promise<void> {
  const { context } = visit
  const { services } = context
  const { language, ticket } = subscriber
  const from = beginning(ticket, after)
  const isOther = arrangementOf(ticket) !== arrangement
  const resync = isOther || ticket.lastSeq - from > mostMissing
  const messages = resync ? [] : await services.tickets.messages(ticket, from, mostMissing)
  const last = resync ? ticket.lastSeq : (messages.at(-1)?.seq ?? from)
  const { news: presence } = await lookAtCounter(context, subscriber)
  const state = { last, stand: standOf(subscriber), presence }
  await answerPoll(visit, [language, resync, state], () => ({
    html: renderMessages(context, subscriber, messages, undefined),
    ...state,
    ...(resync && { resync }),
  }))
}
