import { isSiteDesk } from '~/domain/desks/site-desk'
import { defaultLanguage, isLanguage } from '~/domain/text/languages'
import { arrangementOf } from '~/domain/tickets/arrangement'
import { messagesPerPage } from '~/domain/tickets/message-pages'
import { secretHash } from '~/http/links/ticket-link.server'
import type { Visit } from '../arrival/visit'
import { pollDesk } from './desk-poll'
import { deskSource } from './desk-source'
import { readOwner } from './owner'
import { pageForm } from './page-form'
import { pageWriter } from './page-writer'
import { letGo, refuse } from './refuse'
import { takeHere, takeOpen, takeSeen, takeSite, takeTyping } from './signs'
import { events, openStream } from './stream'
import { openTestLine } from './test-line'
import { pollTicket } from './ticket-poll'
import { eventWriter, TicketSource } from './ticket-source'
import { countUnseen, UnseenSource } from './unseen'
import { takeVisited, takeVisitedHere } from './visited'

/**
 * `/live`. With a ticket's secret (`t`) its new messages, as events or, with `as=page`, as a long
 * page; without one the news of the signed-in owner's desk. `as=poll` gives one finite response,
 * `as=count` the number of unseen answers, and `as=unseen` each change of it; `as=test` tests the connection.
 *
 * A POST says what somebody does: types (`typing`), has a ticket open (`page`), looks at the messages
 * up to one (`seen`), at a page of a site (`visited`) or at the desk (`here`), or frames the chat of a desk (`desk`) on another site (`on`). So does a stream
 * that is held open. GET alone changes nothing: programs that look at links send it, too.
 */
export async function handleLive(visit: Visit): Promise<void> {
  const { method } = visit.request
  if (method !== 'GET' && method !== 'POST') return refuse(visit, 405)
  if (visit.context.stopping) return refuse(visit, 503)
  const query = new URLSearchParams(visit.query)
  if (query.get('as') === 'test') return openTestLine(visit, undefined)
  if (query.get('as') === 'test-page') {
    const wanted = query.get('lang')
    return openTestLine(visit, isLanguage(wanted) ? wanted : defaultLanguage)
  }
  const secret = query.get('t')
  if (secret !== null) return inConversation(visit, secret, query)
  if (method === 'POST' && query.has('on')) return takeSite(visit, query)
  if (method === 'POST' && query.has('visited')) return takeVisitedHere(visit, query)
  return atDesk(visit, query)
}

async function inConversation(visit: Visit, secret: string, query: URLSearchParams) {
  const { tickets, desks } = visit.context.services
  const ticket = await tickets.find({ secretHash: secretHash(secret) })
  const desk = ticket && (await desks.findById(ticket.deskId))
  if (!ticket || !desk) return refuse(visit, 404)
  const arrangement = Number(query.get('arrangement'))
  if (visit.request.method === 'POST') {
    if (query.has('visited')) return takeVisited(visit, ticket, desk, query)
    const seen = readSeq(query.get('seen'))
    if (seen === undefined) return takeTyping(visit, ticket, 'visitor', query)
    // The page will be loaded again.
    if (arrangement !== arrangementOf(ticket)) return refuse(visit, 409)
    return takeSeen(visit, ticket, 'visitor', seen)
  }
  const wanted = query.get('lang')
  const language = isLanguage(wanted) ? wanted : ticket.locale
  const subscriber = { desk, ticket, secret, language }
  const after = readSeq(visit.request.headers['last-event-id']) ?? readSeq(query.get('after')) ?? 0
  switch (query.get('as')) {
    case 'count':
      return countUnseen(visit, ticket)
    case 'unseen':
      return openStream(visit, events, new UnseenSource(visit, ticket))
    case 'poll':
      return pollTicket(visit, subscriber, after, arrangement)
    case 'page': {
      // As much as the page itself would show.
      const from = Math.max(0, ticket.lastSeq - messagesPerPage)
      const embed = await visit.context.services.embeds.find(desk.id)
      const form = pageForm(subscriber.language, visit.path + visit.query, embed)
      const writer = pageWriter(subscriber.language, desk.name)
      const fixed = { ...subscriber, fixed: true }
      const source = new TicketSource(visit, fixed, from, arrangementOf(ticket), writer)
      return openStream(visit, form, source)
    }
    default: {
      const source = new TicketSource(visit, subscriber, after, arrangement, eventWriter)
      return openStream(visit, events, source)
    }
  }
}

async function atDesk(visit: Visit, query: URLSearchParams) {
  const owner = await readOwner(visit)
  if (!owner) return query.get('as') === 'poll' ? refuse(visit, 403) : letGo(visit)
  const { services } = visit.context
  if (visit.request.method === 'POST') {
    if (query.has('here')) return takeHere(visit, owner)
    const number = readSeq(query.get('ticket')) ?? 0
    const ticket = await services.tickets.find({ deskId: owner.desk.id, number })
    if (!ticket) return refuse(visit, 404)
    const seen = readSeq(query.get('seen'))
    if (seen !== undefined) return takeSeen(visit, ticket, owner.member, seen)
    const { uid } = owner.member
    if (query.has('page')) return takeOpen(visit, ticket, uid, query)
    return takeTyping(visit, ticket, { uid }, query)
  }
  const idle = query.has('idle')
  const runsShop = await isSiteDesk(services, owner.desk)
  const listener = { ...owner, idle, runsShop }
  if (query.get('as') === 'poll') return pollDesk(visit, listener)
  openStream(visit, events, deskSource(visit.context, listener))
}

function readSeq(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
