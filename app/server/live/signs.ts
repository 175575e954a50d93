import type { Desk } from '~/domain/desks/desks'
import { noteSeen } from '~/domain/desks/embeds'
import { ownBuckets } from '~/domain/limits/rate-limits'
import { arrive, attend, type Side } from '~/domain/live/presence'
import { parseUrl } from '~/domain/text/urls'
import { markSeen } from '~/domain/tickets/conversations'
import type { Ticket } from '~/domain/tickets/tickets'
import { networkOf, subnetOf } from '~/http/limits/networks'
import { addressOf } from '../arrival/load-context'
import type { Visit } from '../arrival/visit'
import { send } from '../responses/send'
import { noteVisitorHere } from './auto-release'
import { refuse } from './refuse'

/** A page that is looked at shows the messages of a ticket up to `seen`. */
export async function takeSeen(visit: Visit, ticket: Ticket, side: Side, seen: number) {
  if (!(await takeSign(visit, `${side} ${ticket.id}`))) return refuse(visit, 429)
  const { services, now } = visit.context
  await markSeen(services, side, ticket, seen)
  if (side === 'visitor') {
    const { id: ticketId, deskId, number } = ticket
    await arrive(services, { deskId, ticketId, number }, side, 'seen', now())
    await noteVisitorHere(visit, ticket, subnetOf(addressOf(visit)))
  }
  send(visit, { status: 204, headers: {} })
}

/** The owner looks at the desk. */
export async function takeHere(visit: Visit, desk: Desk) {
  if (!(await takeSign(visit, `here ${desk.id}`))) return refuse(visit, 429)
  await attend(visit.context.services, desk, visit.context.now())
  send(visit, { status: 204, headers: {} })
}

/** A site frames a desk's chat: shown to the desk's owner, if the site is on their list. */
export async function takeSite(visit: Visit, query: URLSearchParams) {
  const { services, now } = visit.context
  const site = parseUrl(query.get('on') ?? '')
  if (!site) return refuse(visit, 400)
  if (!(await takeSign(visit, `site ${networkOf(addressOf(visit))}`))) return refuse(visit, 429)
  const desk = await services.desks.findByPublicKey(query.get('desk') ?? '', now())
  if (!desk) return refuse(visit, 404)
  const embed = await services.embeds.find(desk.id)
  await noteSeen(services.embeds, desk, embed, site.origin, now())
  send(visit, { status: 204, headers: {} })
}

async function takeSign({ context }: Visit, account: string): Promise<boolean> {
  const buckets = ownBuckets('typing', { account })
  return (await context.services.rateLimits.consume(buckets, context.now())) === 0
}
