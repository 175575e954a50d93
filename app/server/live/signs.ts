import { noteSeen } from '~/domain/desks/embeds'
import type { Membership } from '~/domain/desks/members'
import { networkOf, subnetOf } from '~/domain/limits/networks'
import { ownBuckets } from '~/domain/limits/rate-limits'
import {
  type Attendee,
  arrive,
  attend,
  leave,
  noteTyping,
  type TicketRef,
} from '~/domain/live/presence'
import { bestEffort } from '~/domain/stores'
import { parseUrl } from '~/domain/text/urls'
import { noteVisitor } from '~/domain/tickets/auto-release'
import { markSeen } from '~/domain/tickets/conversations'
import type { Ticket } from '~/domain/tickets/tickets'
import { addressOf, type Visit } from '../arrival/visit'
import { logError } from '../arrival/visit-log'
import { send } from '../responses/send'
import { refuse } from './refuse'

/** A page that is looked at shows the messages of a ticket up to `seen`. */
export async function takeSeen(
  visit: Visit,
  ticket: Ticket,
  by: 'visitor' | { reader: string },
  seen: number,
) {
  const account = by === 'visitor' ? by : by.reader
  if (!(await takeSign(visit, `${account} ${ticket.id}`))) return refuse(visit, 429)
  const { services, now } = visit.context
  await markSeen(services, by, ticket, seen, now())
  if (by === 'visitor') {
    await arrive(services, refOf(ticket), by, 'seen', now())
    await noteVisitorHere(visit, ticket, subnetOf(addressOf(visit)))
  }
  send(visit, { status: 204, headers: {} })
}

/** Publishes that somebody types or has stopped (`typing=1` or `0`). Nothing is stored. */
export async function takeTyping(
  visit: Visit,
  ticket: Ticket,
  who: Attendee,
  query: URLSearchParams,
) {
  const typing = query.get('typing')
  if (typing !== '0' && typing !== '1') return refuse(visit, 400)
  if (!(await takeSign(visit, `${accountOf(who)} ${ticket.id}`))) return refuse(visit, 429)
  const { services, now } = visit.context
  await noteTyping(services, refOf(ticket), who, typing === '1', now())
  send(visit, { status: 204, headers: {} })
}

/** Publishes that a member has a ticket open in a page (`page` names it), or has left it (`gone`). */
export async function takeOpen(visit: Visit, ticket: Ticket, uid: string, query: URLSearchParams) {
  const page = query.get('page') ?? ''
  if (!/^[a-z0-9]{1,20}$/.test(page)) return refuse(visit, 400)
  if (!(await takeSign(visit, `${uid} ${ticket.id}`))) return refuse(visit, 429)
  const { services, now } = visit.context
  const note = query.has('gone') ? leave : arrive
  await note(services, refOf(ticket), { uid }, page, now())
  send(visit, { status: 204, headers: {} })
}

/** A member looks at the desk. */
export async function takeHere(visit: Visit, own: Membership) {
  if (!(await takeSign(visit, `here ${own.member.reader}`))) return refuse(visit, 429)
  await attend(visit.context.services, own, visit.context.now())
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

export async function takeSign({ context }: Visit, account: string): Promise<boolean> {
  const buckets = ownBuckets('typing', { account })
  return (await context.services.rateLimits.consume(buckets, context.now())) === 0
}

export function noteVisitorHere(visit: Visit, ticket: Ticket, subnet: string): Promise<void> {
  const { services, now } = visit.context
  return bestEffort(noteVisitor(services, ticket, subnet, now()), (error) => logError(visit, error))
}

function accountOf(who: Attendee): string {
  return who === 'visitor' ? who : who.uid
}

export function refOf({ deskId, id: ticketId, number }: Ticket): TicketRef {
  return { deskId, ticketId, number }
}
