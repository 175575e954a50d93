import { numberTyped } from '~/domain/text/numbers'
import { rejoinTicket, type SplitUndo } from '~/domain/tickets/rejoining'
import { type SplitRefusal, splitTicket } from '~/domain/tickets/splitting'
import { formKeyHash } from '~/http/forms/key.server'
import { signUndo } from '~/http/forms/undo.server'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import {
  type AskedOfTicket,
  done,
  formOf,
  inList,
  noteShown,
  scopeOf,
  type TicketResult,
} from './asked.server'

interface SplitForm {
  splitFrom: string
  splitLater?: string
}

/** Leads to the new ticket. Once a form, which may be sent again after a lost answer. */
export async function split(
  { splitFrom, splitLater }: SplitForm,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { desk, scope, context } = asked
  const { services, config, language, now } = context
  const seq = numberTyped(splitFrom)
  if (seq === undefined) return refused(400, 'unknown')
  const form = formOf(asked)
  if (!form) return { status: 400, errors: { form: 'errors:form.key' } }
  const startKey = formKeyHash(form)
  const keys = {
    startKey,
    secretHash: secretHash(ticketSecret(config.secrets[0] ?? '', desk.id, startKey)),
  }
  await noteShown(asked)
  const choice = { seq, later: splitLater !== undefined }
  const result = await splitTicket(services, scope, choice, keys, language, now())
  if (result.kind === 'unknown') return { status: 404, errors: { form: 'tickets:errors.refused' } }
  if (result.kind === 'refused') return refused(409, result.reason)
  const { number } = result.target
  const undo =
    result.kind === 'split' && result.undo
      ? { action: context.path, value: signUndo(result.undo, asked, context) }
      : undefined
  return done('split', asked, inList(context, number), { number: scope.number, undo })
}

/** The page has no field for a ticket that cannot be split at all. */
function refused(status: number, why: SplitRefusal): TicketResult {
  const field = why === 'held' || why === 'unreachable' ? 'form' : 'splitFrom'
  return { status, errors: { [field]: `tickets:errors.split.${why}` } }
}

/** Leads back to the ticket that has its messages again. */
export async function rejoin(undo: SplitUndo, asked: AskedOfTicket): Promise<TicketResult> {
  const { services, now } = asked.context
  const { kind } = await rejoinTicket(services, scopeOf(asked), undo, now())
  if (kind === 'refused' || kind === 'unknown') {
    const numbers = { numbers: String(undo.target) }
    return { status: 409, errors: { form: { key: 'tickets:bulk.undoLate', values: numbers } } }
  }
  const number = undo.source
  return done('undoneAsBefore', asked, inList(asked.context, number), { number })
}
