import { isLanguage } from '~/domain/languages'
import { secretHash } from '~/http/ticket-link.server'
import { send } from '../send'
import type { Visit } from '../visit'
import { deskSource } from './desk-source'
import { pageForm } from './page-form'
import { events, mostStreams, openStream } from './stream'
import { eventWriter, pageWriter, ticketSource } from './ticket-stream'

/**
 * `/live`: what happens, as it happens. With a ticket's secret (`t`) its new messages, as events or,
 * with `as=page`, as a page without end; without one the news of the signed-in owner's desk.
 */
export async function handleLive(visit: Visit): Promise<void> {
  if (visit.request.method !== 'GET') return refuse(visit, 405)
  if (visit.context.openStreams.size >= mostStreams || visit.context.stopping) {
    return refuse(visit, 503)
  }
  const query = new URLSearchParams(visit.query)
  const secret = query.get('t')
  if (secret !== null) return streamTicket(visit, secret, query)
  const source = await deskSource(visit)
  if (!source) return refuse(visit, 403)
  openStream(visit, events, source)
}

async function streamTicket(visit: Visit, secret: string, query: URLSearchParams) {
  const { tickets, desks } = visit.context.services
  const ticket = await tickets.find({ secretHash: secretHash(secret) })
  const desk = ticket && (await desks.findById(ticket.deskId))
  if (!ticket || !desk) return refuse(visit, 404)
  const wanted = query.get('lang')
  const language = isLanguage(wanted) ? wanted : ticket.locale
  if (query.get('as') === 'page') {
    const at = { desk, ticket, language, after: 0 }
    return openStream(visit, pageForm(language), ticketSource(visit, at, pageWriter))
  }
  const after = readSeq(visit.request.headers['last-event-id']) ?? readSeq(query.get('after')) ?? 0
  const at = { desk, ticket, language, after }
  openStream(visit, events, ticketSource(visit, at, eventWriter))
}

/** A place that we never gave out means: from the beginning. The page knows what it has. */
function readSeq(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function refuse(visit: Visit, status: 403 | 404 | 405 | 503) {
  send(visit, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...(status === 405 && { allow: 'GET' }),
      ...(status === 503 && { 'retry-after': '30' }),
    },
  })
}
