import type { FormErrors } from '~/domain/forms/forms'
import { emailKey } from '~/domain/text/email'
import { readAnswerChoices } from '~/domain/tickets/answer-to'
import { readParties } from '~/domain/tickets/copies'
import type { Writing } from '~/domain/tickets/writing'
import { readCopies } from '~/http/forms/copies.server'
import { boxesIn } from './answer-typed'
import type { AskedOfTicket } from './asked.server'

/** Whom the form's answer goes to: an address of the conversation, and in copy whom a member names. */
export async function readRecipients(
  { key, cc, to }: { key: string; cc: string; to: string },
  { scope, desk, typed, context }: AskedOfTicket,
): Promise<Pick<Writing, 'copies' | 'answerTo'> | { status: number; errors: FormErrors }> {
  const boxes = boxesIn(typed)
  if (boxes.length === 0 && !cc && !to) return { copies: [] }
  const { services } = context
  const { tickets } = services
  const [ticket, earlier] = await Promise.all([tickets.find(scope), tickets.findByKey(scope, key)])
  if (!ticket) return { copies: [] }
  const choices = to && to !== ticket.visitorEmail ? await readAnswerChoices(tickets, ticket) : []
  const answerTo = choices.find((each) => each === to)
  // A form that is sent again counts as it did.
  const others = earlier ? [] : [answerTo ?? ticket.visitorEmail]
  const known = boxes.length > 0 ? (await readParties(tickets, ticket)).copies : []
  const isKnown = (address: string) => known.some((each) => emailKey(each) === emailKey(address))
  const read = await readCopies(services, desk.id, [...boxes, cc].join(), others, isKnown)
  if ('errors' in read) return { status: read.status, errors: { cc: read.errors.copies } }
  const stops = read.copies.length > 0 && !earlier ? await services.mails.copyStops(ticket.id) : []
  const stopped = read.copies.find((each) => stops?.includes(emailKey(each)))
  if (stopped) {
    const cc = { key: 'errors:copies.stopped', values: { address: stopped } } as const
    return { status: 409, errors: { cc } }
  }
  return { copies: read.copies, answerTo }
}
