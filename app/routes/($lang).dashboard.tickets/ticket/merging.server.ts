import { numberTyped } from '~/domain/text/numbers'
import { mergeChanges, mergeTickets } from '~/domain/tickets/merging'
import type { MergeRefusal, Ticket } from '~/domain/tickets/tickets'
import type { MergeSide } from './answer'
import { type AskedOfTicket, done, inList, type TicketResult } from './asked.server'

interface MergeForm {
  mergeWith: string
}

/** Shows both tickets, or why they cannot be merged. */
export async function previewMerge(
  { mergeWith }: MergeForm,
  { scope, context }: AskedOfTicket,
): Promise<TicketResult> {
  const other = numberTyped(mergeWith)
  if (other === undefined) return refused(400, 'number')
  const { tickets } = context.services
  const [source, target] = await Promise.all([
    tickets.find(scope),
    tickets.find({ ...scope, number: other }),
  ])
  if (!source || !target) return refused(404, 'unknown')
  const changes = mergeChanges(source, target, context.now())
  if (typeof changes === 'string') return refused(409, changes === 'again' ? 'merged' : changes)
  return { status: 200, more: { merge: { source: side(source), target: side(target) } } }
}

/** Shows the target afterwards. */
export async function confirmMerge(
  { mergeWith }: MergeForm,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { desk, scope, context } = asked
  const other = numberTyped(mergeWith)
  if (other === undefined) return refused(400, 'number')
  const numbers = { source: scope.number, target: other }
  const merged = await mergeTickets(context.services, desk.id, numbers, context.now())
  if (merged.kind === 'unknown') return refused(404, 'unknown')
  if (merged.kind === 'refused') return refused(409, merged.reason)
  return done('merged', asked, inList(context, { ticket: merged.target.number }))
}

function refused(status: number, why: MergeRefusal | 'number' | 'unknown'): TicketResult {
  return { status, errors: { mergeWith: `tickets:errors.merge.${why}` } }
}

function side(ticket: Ticket): MergeSide {
  const { number, visitorName, visitorEmail, title, state, locale, createdAt } = ticket
  return { number, visitorName, visitorEmail, title, state, locale, createdAt }
}
