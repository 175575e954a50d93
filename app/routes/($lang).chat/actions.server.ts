import { boundTo } from '~/http/forms/bound-forms.server'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { type Forms, form, formAction } from '~/http/forms/form-action.server'
import { readMessageForm } from '~/http/forms/message.server'
import { requireSession } from '~/http/sessions/access.server'
import { feedbackInput, giveFeedback } from './feedback-form.server'
import { correctAddress, correctionInput, linkInput, sendLink } from './keep.server'
import { rate, ratingInput } from './rate.server'
import { forget } from './remember.server'
import { askToErase, end, eraseForGood } from './rights.server'
import { type Recipient, readRecipient, type ToDesk, type ToTicket } from './visit.server'
import { messageInput, type Sender, write } from './write.server'

const writes = form(messageInput, write)

/** Knowing the link is the permission. */
const atTicket: Forms<Sender & ToTicket> = {
  send: writes,
  '': writes,
  rate: form(ratingInput, rate),
  keep: { run: keep },
  'let-go': { run: keep },
  forget: { run: forget },
  'send-link': form(linkInput, sendLink),
  'correct-address': form(correctionInput, correctAddress),
  end: { run: end },
  erase: { run: askToErase },
  'erase-for-good': { run: eraseForGood },
}

const atDesk: Forms<Sender & ToDesk> = {
  send: writes,
  '': writes,
  forget: { run: forget },
  tell: form(feedbackInput, giveFeedback),
}

/** Without a recipient the page says so and returns the text. */
const nowhere: Forms<object> = { '': { run: (): ActionResult => ({ status: 404 }) } }

export const action = formAction(
  readRecipient,
  (to): Forms<Sender> => {
    if (to.kind === 'ticket') return boundTo(to, atTicket)
    return to.kind === 'desk' ? boundTo(to, atDesk) : nowhere
  },
  (request, to, context) => readMessageForm(request, context, targetOf(to)),
)

/** Files need a recipient. */
function targetOf(to: Recipient | object) {
  if (!('deskId' in to)) return undefined
  const ticketId = to.kind === 'ticket' ? to.ticket.id : undefined
  return { deskId: to.deskId, ticketId, side: 'visitor' as const }
}

async function keep(
  _: unknown,
  { intent, ticket, context }: Asked<ToTicket>,
): Promise<ActionResult> {
  const { user } = await requireSession(context)
  const { tickets } = context.services
  // Only the account that saved it may remove it.
  if (intent === 'keep') await tickets.keep(ticket.secretHash, user.uid)
  else if (ticket.keptBy === user.uid) await tickets.keep(ticket.secretHash, undefined)
  return { to: context.path, notice: intent === 'keep' ? 'kept' : 'letGo' }
}
