import { visitorEmail } from '~/domain/tickets/visitors'
import { type ActionResult, type Forms, form, formAction } from '~/http/forms/form-action.server'
import { readMessageForm } from '~/http/forms/message.server'
import { keep } from './keep.server'
import { rate, ratingInput } from './rate.server'
import { forget, leaveAddress } from './remember.server'
import { askToErase, end, eraseForGood } from './rights.server'
import { tell, tellInput } from './tell.server'
import { type AtDesk, type AtTicket, readVisit, type Visit } from './visit.server'
import { messageInput, type Sender, write } from './write.server'

const writes = form(messageInput, write)

/** Knowing the link is the permission. */
const atTicket: Forms<Sender & AtTicket> = {
  send: writes,
  '': writes,
  rate: form(ratingInput, rate),
  keep: { run: keep },
  'let-go': { run: keep },
  forget: { run: forget },
  'leave-email': form(visitorEmail, leaveAddress),
  end: { run: end },
  erase: { run: askToErase },
  'erase-for-good': { run: eraseForGood },
}

const atDesk: Forms<Sender & AtDesk> = {
  send: writes,
  '': writes,
  forget: { run: forget },
  tell: form(tellInput, tell),
}

/** Without a recipient the page says so and returns the text. */
const nowhere: Forms<object> = { '': { run: (): ActionResult => ({ status: 404 }) } }

export const action = formAction(
  readVisit,
  ({ kind }) => (kind === 'ticket' ? atTicket : kind === 'desk' ? atDesk : nowhere) as Forms<Visit>,
  (request, visit, context) => readMessageForm(request, context, placeOf(visit)),
)

/** Files need a recipient. */
function placeOf(visit: Visit) {
  if (visit.kind !== 'desk' && visit.kind !== 'ticket') return undefined
  const ticketId = visit.kind === 'ticket' ? visit.ticket.id : undefined
  return { deskId: visit.desk.id, ticketId, side: 'visitor' as const }
}
