import { AttachmentGone } from '~/domain/files/attachments'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Notice } from '~/domain/forms/notices'
import { endTyping } from '~/domain/live/presence'
import { moveTicket, noteAsOwner, replyAsOwner } from '~/domain/tickets/conversations'
import { withReplyAtEnd } from '~/domain/tickets/saved-replies'
import { localMoment, presetTime } from '~/domain/tickets/snooze-times'
import { splitTags, tidyTags } from '~/domain/tickets/tags'
import type { OwnerScope } from '~/domain/tickets/tickets'
import { setPriority, setTags, snoozeProblem, snoozeTicket } from '~/domain/tickets/work'
import { type Asking, again, type Done, moved } from './answers.server'
import { actOnChosen } from './chosen.server'
import { erase } from './erasing.server'
import type { TicketDeed, TicketForm } from './forms.server'
import { confirmMerge, previewMerge } from './merging.server'
import { readFilledReplies } from './saved-replies.server'
import type { MoveEvent } from './thread-page.server'

const said: Record<MoveEvent, Notice> = {
  solve: 'solved',
  close: 'closed',
  reopen: 'reopened',
  release: 'released',
  block: 'blocked',
}

export async function act(asking: Asking, number: number, form: TicketForm): Promise<Done> {
  const { desk, context } = asking
  const { value, typed } = form
  const { services } = context
  const now = context.now()
  const scope = { deskId: desk.id, number }
  const snooze = async (until: Date | undefined) => {
    const problem = until ? snoozeProblem(until, now) : 'missing'
    if (!until || problem) return again(400, typed, { date: `tickets:errors.snooze.${problem}` })
    return moved(await snoozeTicket(services, scope, until, now), typed, 'snoozed')
  }
  switch (value.intent) {
    case 'reply':
    case 'note':
      return write(asking, scope, value, form)
    case 'insert':
      return insert(asking, scope, value.saved, typed)
    case 'solve':
    case 'close':
    case 'reopen':
    case 'release':
    case 'block': {
      const { intent } = value
      return moved(await moveTicket(services, scope, intent, now), typed, said[intent])
    }
    case 'organise':
      return organise(asking, scope, value, typed)
    case 'snooze':
      return snooze(localMoment(value.date, value.time || '09:00', desk.timeZone))
    case 'tomorrow':
    case 'monday':
    case 'week':
      return snooze(presetTime(value.intent, now, desk.timeZone))
    case 'merge':
      return previewMerge(asking, number, value.mergeWith, typed)
    case 'confirm-merge':
      return confirmMerge(asking, number, value.mergeWith, typed)
    case 'erase':
    case 'erase-for-good':
      return erase(asking, scope, value.intent, typed)
    case 'keep':
      return again(200, { key: typed.key ?? '', body: typed.body ?? '' })
    case 'bulk-solve':
    case 'bulk-close':
    case 'bulk-release':
    case 'bulk-erase':
    case 'bulk-erase-for-good':
      return actOnChosen(asking, value.chosen, value.intent, typed)
    case '':
    case undefined: {
      const { mergeWith, date } = value
      const intent = mergeWith ? 'merge' : date ? 'snooze' : 'organise'
      return act(asking, number, { ...form, value: { ...value, intent } })
    }
  }
}

async function write(
  { desk: _, language, context }: Asking,
  scope: OwnerScope,
  value: Extract<TicketDeed, { intent: 'reply' | 'note' }>,
  { typed, attachments }: TicketForm,
): Promise<Done> {
  const deed = value.intent === 'reply' ? replyAsOwner : noteAsOwner
  const writing = { clientKey: value.key, body: value.body, attachments, locale: language }
  const result = await deed(context.services, scope, writing, context.now()).catch(goneFrom)
  if (result.kind === 'added') {
    await endTyping(context.services, result.ticket, 'owner', context.now())
  }
  switch (result.kind) {
    case 'added':
    case 'again':
      return { kind: 'done', seq: result.message.seq }
    case 'conflict': {
      const { key: _, ...rest } = typed
      return again(409, rest, { body: 'errors:message.sentBefore' })
    }
    case 'refused':
      return again(409, typed, { body: 'tickets:errors.closed' })
    case 'gone':
      return again(409, typed, { files: 'thread:errors.files.gone' })
    case 'unknown':
      return again(404, typed, { form: 'tickets:errors.refused' })
  }
}

/** An upload may have expired. */
function goneFrom(error: unknown): { kind: 'gone' } {
  if (error instanceof AttachmentGone) return { kind: 'gone' }
  throw error
}

/** Sends nothing: appends a saved reply to the typed text. */
async function insert(
  { desk, session, context }: Asking,
  scope: OwnerScope,
  saved: string,
  typed: FormAnswer['typed'],
): Promise<Done> {
  const { tickets, savedReplies } = context.services
  const ticket = await tickets.find(scope)
  if (!ticket) return again(404, typed, { form: 'tickets:errors.refused' })
  const replies = await readFilledReplies(savedReplies, desk, ticket, session.user.displayName)
  const reply = replies.find(({ id }) => id === saved)
  if (!reply) return again(404, typed, { form: 'tickets:errors.replyGone' })
  const body = withReplyAtEnd(typed.body ?? '', reply.text)
  return again(200, { ...typed, body, inserted: reply.language })
}

async function organise(
  { context }: Asking,
  scope: OwnerScope,
  { priority, tags }: Pick<Extract<TicketDeed, { intent: 'organise' }>, 'priority' | 'tags'>,
  typed: FormAnswer['typed'],
): Promise<Done> {
  const { services } = context
  const split = splitTags(tags)
  if (!tidyTags(split)) return again(400, typed, { tags: 'tickets:errors.tags' })
  const first = await setPriority(services, scope, priority, context.now())
  if (first.kind !== 'moved') return moved(first, typed, 'organised')
  return moved(await setTags(services, scope, split, context.now()), typed, 'organised')
}
