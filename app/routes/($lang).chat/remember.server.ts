import type { AppLoadContext } from '@remix-run/node'
import type { z } from 'zod'
import type { Presence } from '~/domain/desks/availability'
import { leaveEmail } from '~/domain/tickets/conversations'
import { type VisitorWord, visitorWord } from '~/domain/tickets/states'
import type { visitorEmail } from '~/domain/tickets/visitors'
import { rememberConversation, rememberedConversation } from '~/http/cookies/conversations.server'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { consume } from '~/http/limits/rate-limits.server'
import { secretHash } from '~/http/links/ticket-link.server'
import {
  type AtDesk,
  type AtTicket,
  deskAddress,
  type Recipient,
  type ToTicket,
} from './visit.server'

/** A conversation to which the desk's page leads back. */
export interface EarlierConversation {
  secret: string
  number: number
  word: VisitorWord
}

/** What this browser began here, unless it was erased. */
export async function readEarlier(
  { desk }: AtDesk,
  context: AppLoadContext,
): Promise<EarlierConversation | undefined> {
  const secret = rememberedConversation(context, desk.id)
  const ticket = secret && (await context.services.tickets.find({ secretHash: secretHash(secret) }))
  if (!ticket || ticket.deskId !== desk.id) return undefined
  return { secret, number: ticket.number, word: visitorWord(ticket) }
}

export async function forget(
  _: unknown,
  { deskId, context }: Asked<Recipient>,
): Promise<ActionResult> {
  const address = await deskAddress(context)
  return {
    // The frame's script forgets by this word.
    to: `${address}${address.includes('?') ? '&' : '?'}forgotten`,
    notice: 'forgotten',
    cookies: [rememberConversation(context, deskId)],
  }
}

/** Only after the first message, while it is closed. */
export function asksForEmail({ ticket }: AtTicket, { hours }: Presence): boolean {
  return hours?.open === false && ticket.lastSeq === 1 && ticket.visitorEmail === ''
}

export async function leaveAddress(
  { email }: z.output<typeof visitorEmail>,
  { ticket, deskId, secret, context }: Asked<ToTicket>,
): Promise<ActionResult> {
  const { services, now } = context
  const wait = await consume(context, 'message', ticket.id)
  if (wait > 0) {
    const error = { key: 'errors:message.fast', values: { count: wait } }
    return { status: 429, errors: { email: error }, retryAfter: wait }
  }
  // Blocked visitors are not told.
  if (!(await services.visitorBlocks.has(deskId, email))) {
    await leaveEmail(services, secretHash(secret), email, now())
  }
  return { to: context.path, notice: 'emailLeft' }
}
