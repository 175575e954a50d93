import type { AppLoadContext } from '@remix-run/node'
import type { Notice } from '~/domain/forms/notices'
import type { Message } from '~/domain/tickets/messages'
import { readSplitUndo } from '~/domain/tickets/rejoining'
import {
  type Retraction,
  readRetraction,
  retractionOf,
  retractMessage,
} from '~/domain/tickets/retracting'
import type { TicketState } from '~/domain/tickets/states'
import type { Ticket } from '~/domain/tickets/tickets'
import { readUndo, type Undo } from '~/domain/tickets/undo'
import { usualUndo } from '~/domain/tickets/undo-seconds'
import { undoWork } from '~/domain/tickets/work'
import { noticeText } from '~/http/cookies/flash.server'
import { uploadedOf } from '~/http/forms/message.server'
import { readOwnUndo } from '~/http/forms/undo.server'
import { type ListQuery, ownListIn, readListQuery } from '../address'
import { answerTyped } from './answer-typed'
import { type AskedOfTicket, done, inList, scopeOf, type TicketResult } from './asked.server'
import { keepTakenBack } from './draft.server'
import { rejoin } from './splitting.server'
import { readTakenBack, target } from './taken-words.server'

/** What an undo says by the state that it leads back to: a reply that was sent stays so. */
const undoneTo: Partial<Record<TicketState, Notice>> = {
  waiting: 'undoneAnswered',
  snoozed: 'undoneSnoozed',
  held: 'undoneReleased',
}

const undoneBy: Partial<Record<Undo['event'], Notice>> = {
  block: 'unblocked',
  hold: 'undoneAsBefore',
}

/** Leads to the ticket, unless a reply to another is being written. */
export async function undo(
  { undo }: { undo: string },
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { context } = asked
  const { services, now } = context
  const text = readOwnUndo(undo, asked, context) ?? ''
  const split = readSplitUndo(text)
  if (split) return rejoin(split, asked)
  const answer = readRetraction(text)
  const back = answer && (await takeBack(answer, asked))
  if (back && !(answer.end && 'status' in back && back.status === 409)) return back
  const before = readUndo(answer?.end ?? text)
  if (!before) return { status: 409, errors: { form: 'tickets:errors.refused' } }
  const undone = await undoWork(services, scopeOf(asked), before, now())
  const stayed = [...undone.refused, ...undone.unknown]
  if (undone.moved.length === 0) {
    const numbers = { numbers: stayed.join(', ') }
    return { status: 409, errors: { form: { key: 'tickets:bulk.undoLate', values: numbers } } }
  }
  if (stayed.length > 0) return { status: 200, more: { bulk: { ...undone, event: 'undo' } } }
  const [number = 0, ...others] = undone.moved
  // Those whose and how marked they are keep their places in the list.
  if ('to' in before || 'tags' in before) {
    return done(others.length > 0 ? 'bulkUndone' : 'undoneAsBefore', asked, context.path, {
      number,
      count: undone.moved.length,
    })
  }
  const were = before.before.filter((each) => undone.moved.includes(each.number))
  const query = listOf(
    were.map(({ state }) => state),
    context,
  )
  if (others.length > 0) {
    return done('bulkUndone', asked, inList(context, undefined, query), { count: were.length })
  }
  const notice = undoneBy[before.event] ?? undoneTo[were[0]?.state ?? 'open'] ?? 'undone'
  return done(notice, asked, inList(context, number, query), { number })
}

/** The list that is shown, but that of spam for tickets that are held again: no other has them. */
function listOf(states: readonly TicketState[], { url }: AppLoadContext): ListQuery {
  const query = readListQuery(url.searchParams)
  const areHeld = states.length > 0 && states.every((state) => state === 'held')
  const isFixed = query.state === 'all' || ownListIn(query) !== undefined
  return areHeld && !isFixed ? { ...query, state: 'held' } : query
}

/**
 * What undoes an answer or a note, to be signed; undefined where the visitor reads the answer at once, or its writer
 * wants no undo.
 */
export async function undoOfMessage(
  answered: { message: Message; ticket: Ticket; before: Ticket },
  asked: AskedOfTicket,
): Promise<{ text: string; seconds: number } | undefined> {
  const { member, context } = asked
  const { undoSeconds: seconds = usualUndo } = member
  if (seconds === 0) return undefined
  const { visitor } = await context.services.presence.at(answered.ticket.id, context.now())
  if (answered.message.kind !== 'note' && visitor !== 'away') return undefined
  return { text: retractionOf(answered, seconds), seconds }
}

/** Leads to its ticket, where its words are, unless another reply is being written; to the same ticket it joins them. */
async function takeBack(step: Retraction, asked: AskedOfTicket): Promise<TicketResult> {
  const { scope, typed, attachments, member, context } = asked
  const { services, now } = context
  const { number } = step
  const own = { ...scopeOf(asked), number, byUid: member.uid }
  const result = await retractMessage(services, own, step, now())
  if (result.kind === 'refused' || result.kind === 'unknown') {
    return { status: 409, errors: { form: 'tickets:errors.left' } }
  }
  const isWriting = typed.body || attachments.length > 0
  const { takenBack } = result.ticket
  const { isNote } = takenBack ?? {}
  const notice = step.noteAt ? 'noteTakenBack' : 'takenBack'
  const joins = isWriting && number === scope.number
  if (takenBack && result.kind === 'retracted') {
    await keepTakenBack(result.ticket, takenBack, joins ? typed : {}, asked)
  }
  if (!joins || !takenBack) {
    return done(notice, asked, inList(context, number), { number })
  }
  const { typed: earlier, uploaded = [] } = await readTakenBack(takenBack, [], asked, context)
  const body = [takenBack.body, typed.body].filter(Boolean).join('\n\n')
  return {
    status: 200,
    typed: { ...earlier, ...answerTyped(typed), body },
    more: {
      done: noticeText(context, notice, { number }),
      ...(isNote && { intent: 'note' }),
      uploaded: [...uploaded, ...uploadedOf(attachments, target(asked), context)],
    },
  }
}
