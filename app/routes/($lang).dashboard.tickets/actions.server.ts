import { z } from 'zod'
import { isNew } from '~/domain/desks/desks'
import { eraseTicket } from '~/domain/erasure/tickets'
import { incompleteForm } from '~/domain/forms/forms'
import { languages } from '~/domain/text/languages'
import { priorities } from '~/domain/tickets/filters'
import {
  formKey,
  messageFiles,
  messageText,
  needsWordsOrFiles,
} from '~/domain/tickets/message-input'
import { snoozePresets } from '~/domain/tickets/snooze-times'
import { visitorDetails } from '~/domain/tickets/visitors'
import { mostMovedAtOnce } from '~/domain/tickets/work'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { forManagers } from '~/http/forms/for-managers'
import { type Form, form, formAction } from '~/http/forms/form-action.server'
import { readMessageForm } from '~/http/forms/message.server'
import {
  block,
  end,
  putOff,
  release,
  reopen,
  snooze,
  write,
  writeAndSolve,
} from './ticket/actions.server'
import type { TicketsAnswer } from './ticket/answer'
import { answerTyped } from './ticket/answer-typed'
import {
  type AskedOfTicket,
  type AtTicket,
  inList,
  ownTicket,
  type TicketResult,
} from './ticket/asked.server'
import {
  askToErase,
  askToMerge,
  assignChosen,
  eraseChosen,
  mergeChosen,
  moveChosen,
  prioritiseChosen,
  snoozeChosen,
  snoozeChosenUntil,
  tagChosen,
  takeChosen,
} from './ticket/chosen.server'
import { draftInput, keepDraft } from './ticket/draft.server'
import { insert } from './ticket/insertion.server'
import { confirmMerge, previewMerge } from './ticket/merging.server'
import {
  assign,
  chooseAnswerLanguage,
  correctVisitor,
  prioritise,
  tag,
  takeOrGive,
  untag,
} from './ticket/organise.server'
import { split } from './ticket/splitting.server'
import { undo } from './ticket/undo.server'

type TicketForm = Form<AskedOfTicket>

const text = z.string().default('')
const messageInput = z
  .object({ key: formKey, body: messageText, files: messageFiles, cc: text, to: text })
  .superRefine(needsWordsOrFiles)
const tagsInput = z.object({ tags: text })
/** `page`: the language of the visitor's page. */
const answerLanguageInput = z.object({ answerLocale: z.enum([...languages, 'page']) })
/** An account, or `nobody`. */
const assigneeInput = z.object({ assignee: z.string().max(200).optional() })
const { name: visitorName, email: visitorEmail } = visitorDetails.shape
const visitorInput = z.object({ visitorName, visitorEmail })
const snoozeInput = z.object({ date: text, time: text })
const splitInput = z.object({ splitFrom: text, splitLater: z.string().optional() })
const mergeInput = z.object({ mergeWith: text })
const none = 'tickets:errors.noneChosen'
const chosen = z.array(z.coerce.number({ message: none }).int(none).positive(none))
const chosenInput = z.object({ chosen: chosen.min(1, none) })
const bulkMoment = z.object({ bulkDate: text, bulkTime: text })
const unnamedInput = assigneeInput
  .merge(tagsInput)
  .merge(snoozeInput)
  .merge(mergeInput)
  .merge(bulkMoment)
  .extend({
    bulkAssignee: text,
    bulkTags: text,
    bulkTag: text,
    splitHere: text,
    saved: text,
    untag: text,
    addTag: text,
    chosen: chosen.default([]),
  })

function eachOf(intents: readonly string[], same: TicketForm): Record<string, TicketForm> {
  return Object.fromEntries(intents.map((intent) => [intent, same]))
}

/** Each form includes the reply being written. */
export const action = formAction(
  ownTicket,
  {
    ...eachOf(['reply', 'note'], form(messageInput, write)),
    'reply-solve': form(messageInput, writeAndSolve),
    // Typing on is no reason to refuse what is typed.
    draft: { ...form(draftInput, keepDraft), free: true },
    reopen: { run: reopen },
    block: { run: block },
    release: { run: release },
    ...eachOf(['solve', 'hold'], { run: end }),
    undo: form(z.object({ undo: text }), undo),
    ...eachOf(['take', 'give'], { run: takeOrGive }),
    ...eachOf(
      priorities.map((each) => `priority-${each}`),
      { run: prioritise },
    ),
    tag: form(tagsInput, tag),
    'answer-language': form(answerLanguageInput, chooseAnswerLanguage),
    visitor: form(visitorInput, correctVisitor),
    snooze: form(snoozeInput, snooze),
    ...eachOf(snoozePresets, { run: putOff }),
    merge: form(mergeInput, previewMerge),
    'confirm-merge': form(mergeInput, confirmMerge),
    split: form(splitInput, split),
    erase: forManagers({ run: askToEraseTicket }),
    'erase-for-good': forManagers({ run: eraseOwnTicket }),
    keep: { run: shownAgain },
    ...atDeskForms,
    ...eachOf(['bulk-solve', 'bulk-hold', 'bulk-release'], form(chosenInput, moveChosen)),
    ...eachOf(
      snoozePresets.map((preset) => `bulk-${preset}`),
      form(chosenInput, snoozeChosen),
    ),
    'bulk-snooze': form(chosenInput.merge(bulkMoment), snoozeChosenUntil),
    ...eachOf(
      priorities.map((each) => `bulk-priority-${each}`),
      form(chosenInput, prioritiseChosen),
    ),
    'bulk-tag': form(chosenInput.extend({ bulkTags: text }), tagChosen),
    'bulk-take': form(chosenInput, takeChosen),
    'bulk-merge': form(chosenInput, askToMerge),
    'bulk-merge-for-good': form(chosenInput, mergeChosen),
    'bulk-erase': forManagers(form(chosenInput, askToErase)),
    'bulk-erase-for-good': forManagers(form(chosenInput, eraseChosen)),
    '': form(unnamedInput, filledIn),
  },
  async (request, { desk, session }: AtTicket, context) => {
    const sent = await readMessageForm(request, context, {
      deskId: desk.id,
      side: 'owner',
      trusted: session.user.emailVerified && !isNew(desk, context.now()),
    })
    return { ...sent, more: tickedIn(sent.form) }
  },
)

/** Of the tickets in the list. */
function tickedIn(form: FormData): Pick<TicketsAnswer, 'ticked'> {
  const numbers = form.getAll('chosen').slice(0, mostMovedAtOnce).map(Number)
  return numbers.length > 0 ? { ticked: numbers.filter(Number.isInteger) } : {}
}

function shownAgain(_: unknown, { typed }: AskedOfTicket) {
  return { status: 200, typed: answerTyped(typed) }
}

/** The button of an account, a message, a saved reply or a tag, or Enter in a field: then the filled one decides. */
function filledIn(
  { assignee, ...form }: z.output<typeof unnamedInput>,
  asked: AskedOfTicket,
): TicketResult | Promise<TicketResult> {
  if (assignee) return assign({ assignee }, asked)
  if (form.splitHere) return split({ splitFrom: form.splitHere, splitLater: 'on' }, asked)
  if (form.saved) return insert(form, asked)
  if (form.untag) return untag(form, asked)
  if (form.addTag) return tag({ tags: form.addTag }, asked)
  const { bulkAssignee, bulkTag, bulkDate } = form
  const bulkTags = bulkTag || form.bulkTags
  if (bulkAssignee || bulkTags || bulkDate) {
    if (form.chosen.length === 0) return { status: 400, errors: { chosen: none } }
    if (bulkAssignee) return assignChosen(form, asked)
    return bulkTags ? tagChosen({ ...form, bulkTags }, asked) : snoozeChosenUntil(form, asked)
  }
  if (form.mergeWith) return previewMerge(form, asked)
  if (form.date) return snooze(form, asked)
  if (form.tags) return tag(form, asked)
  if (asked.typed.moveKey === undefined) return { status: 400, errors: { form: incompleteForm } }
  // In a field that is part of an answer, as that of copies, Enter sends nothing.
  const { data: draft } = draftInput.safeParse(asked.typed)
  return draft?.body ? keepDraft(draft, asked) : shownAgain(form, asked)
}

async function askToEraseTicket(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  return (await problemWith(asked)) ?? { status: 200, more: { erase: true } }
}

async function eraseOwnTicket(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  const problem = await problemWith(asked)
  if (problem) return problem
  const { services, now } = asked.context
  await eraseTicket(services, asked.scope, now())
  await logEvent(asked, 'erased', { about: String(asked.scope.number) })
  return { to: inList(asked.context), notice: 'ticketErased' }
}

/** Only a held ticket; others are the visitor's to erase. */
async function problemWith({ scope, context }: AskedOfTicket): Promise<TicketResult | undefined> {
  const ticket = await context.services.tickets.find(scope)
  if (ticket?.state === 'held') return undefined
  return { status: ticket ? 409 : 404, errors: { form: 'tickets:errors.refused' } }
}
