import { z } from 'zod'
import { optionalEmail } from '~/domain/forms/email'
import { planLink } from '~/domain/letters/plans'
import { emailKey } from '~/domain/text/email'
import { correctEmail, leaveEmail } from '~/domain/tickets/visitor-email'
import { visitorEmail } from '~/domain/tickets/visitors'
import { type ActionResult, type Asked, comeAgain } from '~/http/forms/form-action.server'
import { consume } from '~/http/limits/rate-limits.server'
import { mailLink } from '~/http/links/mailed-link.server'
import { secretHash } from '~/http/links/ticket-link.server'
import type { ToTicket } from './visit.server'

/** Empty where the visitor has given an address already. */
export const linkInput = z.object({ email: optionalEmail })

/**
 * Sends the link to the visitor's address. One that is given here becomes theirs, so that answers reach
 * it, too. The page says the same whether or not an e-mail leaves: neither a blocked visitor
 * nor one whose question is held can find out.
 */
export async function sendLink(
  { email }: z.output<typeof linkInput>,
  { ticket, deskId, secret, context }: Asked<ToTicket>,
): Promise<ActionResult> {
  const { services, now } = context
  const address = ticket.visitorEmail || email
  if (!address) return { status: 400, errors: { email: 'errors:email.missing' } }
  const wait = await mailLink(context, { deskId, address }, async () =>
    ticket.visitorEmail ? ticket : leaveEmail(services, secretHash(secret), address, now()),
  )
  if (wait > 0) return comeAgain(wait, 'email')
  return { to: context.path, notice: 'linkSent' }
}

export const correctionInput = visitorEmail

/** Replaces an address that the visitor mistyped, and sends the link to the right one. Blocks stay unsaid, too. */
export async function correctAddress(
  { email }: z.output<typeof correctionInput>,
  { ticket, deskId, context }: Asked<ToTicket>,
): Promise<ActionResult> {
  const { services, now } = context
  const wait = await consume(context, 'mail', emailKey(email), 'link')
  if (wait > 0) return comeAgain(wait, 'email')
  const blocked = await Promise.all(
    [email, ticket.visitorEmail].map((each) => services.visitorBlocks.has(deskId, each)),
  )
  if (!blocked.includes(true)) {
    const corrected = await correctEmail(services, ticket, email, now())
    if (!corrected) return { status: 409, errors: { email: 'errors:email.settled' } }
    await planLink(services, corrected, now())
  }
  return { to: context.path, notice: 'linkSent' }
}
