import type { Desk } from '~/domain/desks/desks'
import { findSiteDesk, isSiteDesk } from '~/domain/desks/site-desk'
import { leavePage, visit as look } from '~/domain/live/presence'
import { visitedPage } from '~/domain/live/visited-page'
import type { Ticket } from '~/domain/tickets/tickets'
import { rememberedConversation } from '~/http/cookies/conversations.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { fetchRequest, loadContext } from '../arrival/remix-request'
import type { Visit } from '../arrival/visit'
import { send } from '../responses/send'
import { refuse } from './refuse'
import { refOf, takeSign } from './signs'

/**
 * A visitor looks at a page (`visited`, an address, and `title`), or has left it (`gone`): one of our own,
 * where their desk runs the site, or one on which the desk's chat may be. Nothing of it is stored.
 */
export async function takeVisited(
  visit: Visit,
  ticket: Ticket,
  desk: Desk,
  query: URLSearchParams,
) {
  const { services, config, now } = visit.context
  if (desk.visitedPages === 'hidden') return sendAway(visit)
  if (ticket.state === 'solved' || ticket.state === 'closed') return sendAway(visit)
  if (!(await takeSign(visit, `page ${ticket.id}`))) return refuse(visit, 429)
  const [runsSite, embed] = await Promise.all([
    isSiteDesk(services, desk),
    services.embeds.find(desk.id),
  ])
  const page = visitedPage(query.get('visited') ?? '', query.get('title') ?? '', {
    own: runsSite ? config.publicOrigin : undefined,
    others: embed.origins,
  })
  if (!page) return refuse(visit, 400)
  const note = query.has('gone') ? leavePage : look
  await note(services, refOf(ticket), page, now())
  send(visit, { status: 204, headers: {} })
}

/** The page hears by it that nobody follows, which is no error that its console should show. */
function sendAway(visit: Visit) {
  send(visit, { status: 205, headers: {} })
}

/** On our own pages the conversation is the one that the browser remembers. */
export async function takeVisitedHere(visit: Visit, query: URLSearchParams) {
  const { services } = visit.context
  const desk = await findSiteDesk(services)
  const context = loadContext(visit, fetchRequest(visit))
  const secret = desk && rememberedConversation(context, desk.id)
  const ticket = secret && (await services.tickets.find({ secretHash: secretHash(secret) }))
  if (!desk || !ticket || ticket.deskId !== desk.id) return sendAway(visit)
  return takeVisited(visit, ticket, desk, query)
}
