import { eraseTicket } from '~/domain/erasure/tickets'
import { type AskedOfTicket, inList, type TicketResult } from './asked.server'

export async function askToEraseTicket(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  return (await problemWith(asked)) ?? { status: 200, more: { erase: true } }
}

export async function eraseOwnTicket(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  const problem = await problemWith(asked)
  if (problem) return problem
  const { services, now } = asked.context
  await eraseTicket(services, asked.scope, now())
  return { to: inList(asked.context), notice: 'ticketErased' }
}

/** Only a held ticket; others are the visitor's to erase. */
async function problemWith({ scope, context }: AskedOfTicket): Promise<TicketResult | undefined> {
  const ticket = await context.services.tickets.find(scope)
  if (ticket?.state === 'held') return undefined
  return { status: ticket ? 409 : 404, errors: { form: 'tickets:errors.refused' } }
}
