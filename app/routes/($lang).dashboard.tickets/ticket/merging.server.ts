import { numberTyped } from '~/domain/text/numbers'
import { mergeChanges, mergeTickets } from '~/domain/tickets/merging'
import type { MergeRefusal, Ticket } from '~/domain/tickets/tickets'
import type { MergeSide } from './answer'
import { type AskedOfTicket, done, inList, scopeOf, type TicketResult } from './asked.server'

interface MergeForm {
  mergeWith: string
}

/** Two ticket numbers: the first is merged into the second. */
export interface MergeNumbers {
  source: number
  target: number
}

/** Where an error belongs: the field for a number, or the ticks of the list. */
type MergeField = 'mergeWith' | 'chosen'

/** The open ticket into the one whose number was typed. */
export function previewMerge({ mergeWith }: MergeForm, asked: AskedOfTicket) {
  const target = numberTyped(mergeWith)
  if (target === undefined) return refused(400, 'mergeWith', 'number')
  return previewMergeOf({ source: asked.scope.number, target }, 'mergeWith', asked)
}

export function confirmMerge({ mergeWith }: MergeForm, asked: AskedOfTicket) {
  const target = numberTyped(mergeWith)
  if (target === undefined) return refused(400, 'mergeWith', 'number')
  return confirmMergeOf({ source: asked.scope.number, target }, 'mergeWith', asked)
}

/** Shows both tickets, or why they cannot be merged. */
export async function previewMergeOf(
  numbers: MergeNumbers,
  field: MergeField,
  { desk, context }: AskedOfTicket,
): Promise<TicketResult> {
  const { tickets } = context.services
  const [source, target] = await Promise.all(
    [numbers.source, numbers.target].map((number) => tickets.find({ deskId: desk.id, number })),
  )
  if (!source || !target) return refused(404, field, 'unknown')
  const changes = mergeChanges(source, target, context.now())
  if (typeof changes === 'string')
    return refused(409, field, changes === 'again' ? 'merged' : changes)
  const sides = { source: side(source), target: side(target) }
  return { status: 200, more: field === 'chosen' ? { mergeChosen: sides } : { merge: sides } }
}

/** Goes on with the target, which says whose messages it also has. */
export async function confirmMergeOf(
  numbers: MergeNumbers,
  field: MergeField,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { context } = asked
  const { services, now } = context
  const merged = await mergeTickets(services, scopeOf(asked), numbers, now())
  if (merged.kind === 'unknown') return refused(404, field, 'unknown')
  if (merged.kind === 'refused') return refused(409, field, merged.reason)
  return done('merged', asked, inList(context, numbers.target))
}

function refused(
  status: number,
  field: MergeField,
  why: MergeRefusal | 'number' | 'unknown',
): TicketResult {
  return { status, errors: { [field]: `tickets:errors.merge.${why}` } }
}

function side(ticket: Ticket): MergeSide {
  const { number, visitorName, visitorEmail, title, state, locale, createdAt } = ticket
  return { number, visitorName, visitorEmail, title, state, locale, createdAt }
}
