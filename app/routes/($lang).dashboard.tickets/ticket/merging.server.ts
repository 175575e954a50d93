import type { FormAnswer } from '~/domain/forms/forms'
import { mergeChanges, mergeTickets } from '~/domain/tickets/merging'
import type { MergeRefusal, Ticket } from '~/domain/tickets/tickets'
import { isTicketNumber } from '../tickets-page.server'
import type { Asking, Done } from './answers.server'
import type { MergeSide } from './forms.server'

/** Shows both tickets, or why they cannot be merged. */
export async function previewMerge(
  { desk, context }: Asking,
  number: number,
  mergeWith: string,
  typed: FormAnswer['typed'],
): Promise<Done> {
  const other = mergeWith.trim()
  if (!isTicketNumber(other)) return refused(400, 'number', typed)
  const { tickets } = context.services
  const [source, target] = await Promise.all([
    tickets.find({ deskId: desk.id, number }),
    tickets.find({ deskId: desk.id, number: Number(other) }),
  ])
  if (!source || !target) return refused(404, 'unknown', typed)
  const changes = mergeChanges(source, target, context.now())
  if (typeof changes === 'string')
    return refused(409, changes === 'again' ? 'merged' : changes, typed)
  const merge = { source: side(source), target: side(target) }
  return { kind: 'shown', status: 200, answer: { typed, errors: {}, merge } }
}

/** Shows the target afterwards. */
export async function confirmMerge(
  { desk, context }: Asking,
  source: number,
  mergeWith: string,
  typed: FormAnswer['typed'],
): Promise<Done> {
  if (!isTicketNumber(mergeWith)) return refused(400, 'number', typed)
  const numbers = { source, target: Number(mergeWith) }
  const merged = await mergeTickets(context.services, desk.id, numbers, context.now())
  if (merged.kind === 'unknown') return refused(404, 'unknown', typed)
  if (merged.kind === 'refused') return refused(409, merged.reason, typed)
  const { number } = merged.target
  if (!typed.body) return { kind: 'done', notice: 'merged', number }
  const { key = '', body } = typed
  return {
    kind: 'shown',
    status: 200,
    answer: { typed: { key, body }, errors: {}, done: 'merged' },
  }
}

function refused(
  status: 400 | 404 | 409,
  why: MergeRefusal | 'number' | 'unknown',
  typed: FormAnswer['typed'],
): Done {
  const errors = { mergeWith: `tickets:errors.merge.${why}` }
  return { kind: 'shown', status, answer: { typed, errors } }
}

function side(ticket: Ticket): MergeSide {
  const { number, visitorName, visitorEmail, title, state, locale, createdAt } = ticket
  return { number, visitorName, visitorEmail, title, state, locale, createdAt }
}
