import type { AppLoadContext } from '@remix-run/node'
import { eraseTicket } from '~/domain/erasure/tickets'
import { endAsVisitor } from '~/domain/tickets/conversations'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { type AtTicket, deskAddress, type ToTicket } from './visit.server'

/** More than any conversation between people. */
const mostCounted = 10_000

export interface Erasure {
  secret: string
  number: number
  messages: number
  hasFiles: boolean
  hasDetails: boolean
  hasRating: boolean
  mergedFrom: number[]
}

export async function readErasure(
  { ticket, secret }: AtTicket,
  { services }: AppLoadContext,
): Promise<Erasure> {
  const { deskId, number, visitorName, visitorEmail } = ticket
  const [messages, { mergedFrom }, rating] = await Promise.all([
    services.tickets.messages(ticket, 0, mostCounted),
    services.ticketHistory.links({ id: ticket.id, deskId, number }),
    services.feedback.findOf(ticket),
  ])
  return {
    secret,
    number,
    messages: messages.filter(({ kind }) => kind === 'text').length,
    hasFiles: messages.some(({ attachments }) => attachments),
    hasRating: rating !== undefined,
    hasDetails: Boolean(visitorName || visitorEmail),
    mergedFrom: mergedFrom.map((each) => each.number),
  }
}

export async function end(_: unknown, { secret, context }: Asked<ToTicket>): Promise<ActionResult> {
  const ended = await endAsVisitor(context.services, secretHash(secret), context.now())
  return { to: context.path, notice: ended.kind === 'moved' ? 'ended' : undefined }
}

export function askToErase(_: unknown, { context }: Asked<ToTicket>): ActionResult {
  const query = new URLSearchParams(context.url.search)
  query.set('erase', '1')
  return { to: `${context.url.pathname}?${query}` }
}

export async function eraseForGood(_: unknown, asked: Asked<ToTicket>): Promise<ActionResult> {
  const { secret, context } = asked
  const { services, now } = context
  const to = await deskAddress(context)
  await limited(context, { name: 'work' }, () =>
    eraseTicket(services, { secretHash: secretHash(secret) }, now()),
  )
  return {
    to,
    notice: 'conversationErased',
    headers: { 'Clear-Site-Data': '"cache"' },
  }
}
