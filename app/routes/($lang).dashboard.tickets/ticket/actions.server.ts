import { soonText } from '~/components/tickets/soon'
import { timetableOf } from '~/domain/desks/desks'
import { isShared } from '~/domain/desks/people'
import { AttachmentGone } from '~/domain/files/attachments'
import type { Notice } from '~/domain/forms/notices'
import { endTyping } from '~/domain/live/presence'
import { moveTicket, noteAsOwner, replyAsOwner } from '~/domain/tickets/conversations'
import { membersNamed } from '~/domain/tickets/mentions'
import { seenUpTo } from '~/domain/tickets/message-input'
import { isOvertaken } from '~/domain/tickets/overtaking'
import { withEnd } from '~/domain/tickets/retracting'
import { presetChoice, type SnoozePreset } from '~/domain/tickets/snooze-times'
import type { Appended, Ticket } from '~/domain/tickets/tickets'
import { usualUndo } from '~/domain/tickets/undo-seconds'
import {
  type BulkMoved,
  blockVisitors,
  holdTickets,
  releaseTickets,
  snoozeProblem,
  snoozeTicket,
  solveTickets,
} from '~/domain/tickets/work'
import { translations } from '~/i18n/translation.server'
import { readListQuery } from '../address'
import {
  type AskedOfTicket,
  done,
  formOf,
  inList,
  moved,
  noteShown,
  scopeOf,
  subject,
  type TicketResult,
} from './asked.server'
import { momentTyped } from './moment.server'
import { namesMembers } from './named.server'
import { besideBelow, nextInList, nextListed } from './next-listed.server'
import { overtaken, overtakenMove } from './overtaking.server'
import { readRecipients } from './recipients.server'
import { undoOfMessage } from './undo.server'

export async function reopen(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  await noteShown(asked)
  const { services, now } = asked.context
  const result = await moveTicket(services, asked.scope, 'reopen', now(), formOf(asked))
  return moved(result, 'reopened', asked)
}

export async function block(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  const { scope, context } = asked
  const { services, now } = context
  await noteShown(asked)
  const own = scopeOf(asked)
  const blocked = await blockVisitors(services, own, [scope.number], now(), formOf(asked))
  if (blocked.moved.length === 0) return notMoved(blocked, 'blocked', asked)
  // What is said of a held ticket stands above a long conversation.
  return done('blocked', asked, `${context.path}#held`, subject(asked, blocked.undo))
}

function notMoved({ refused }: BulkMoved, notice: Notice, asked: AskedOfTicket): TicketResult {
  return moved({ kind: refused.length > 0 ? 'refused' : 'unknown' }, notice, asked)
}

/** Goes on with the next one that is held. The last leads to where it is now, as one found elsewhere does. */
export async function release(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  const { scope, context } = asked
  const { services, now } = context
  await noteShown(asked)
  const was = await services.tickets.find(scope)
  const to = await afterRelease(asked)
  const released = await releaseTickets(
    services,
    scopeOf(asked),
    [scope.number],
    now(),
    formOf(asked),
  )
  if (released.moved.length === 0) return notMoved(released, 'released', asked)
  const notice = was?.heldFor === 'blocked' ? 'unblocked' : 'released'
  return done(notice, asked, to, subject(asked, released.undo))
}

async function afterRelease(asked: AskedOfTicket): Promise<string> {
  const { scope, context } = asked
  const query = readListQuery(context.url.searchParams)
  if (query.state !== 'held') return context.path
  const next = await nextListed(asked)
  if (next) return inList(context, next)
  return inList(context, scope.number, { ...query, state: 'open' })
}

/** Goes on with the list's next ticket. */
export async function end(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  const late = await overtakenMove(asked)
  if (late) return late
  await noteShown(asked)
  const next = await nextInList(asked)
  const isSpam = asked.intent === 'hold'
  const notice = isSpam ? 'held' : 'solved'
  const ended = await (isSpam ? hold(asked) : solve(asked))
  if (ended.moved.length === 0) return notMoved(ended, notice, asked)
  return done(notice, asked, next, subject(asked, ended.undo))
}

function solve(asked: AskedOfTicket) {
  const { services, now } = asked.context
  return solveTickets(services, scopeOf(asked), [asked.scope.number], now(), formOf(asked))
}

function hold(asked: AskedOfTicket) {
  const { services, now } = asked.context
  return holdTickets(services, scopeOf(asked), [asked.scope.number], now(), formOf(asked))
}

interface WrittenReply {
  key: string
  body: string
  cc: string
  to: string
}

export async function write(message: WrittenReply, asked: AskedOfTicket): Promise<TicketResult> {
  const isNote = asked.intent === 'note'
  const path = isNote ? asked.context.path : await besideBelow(asked)
  const written = await store(message, asked)
  if (!('seq' in written)) return written
  const { seq, undo } = written
  const to = `${path}#m-${seq}`
  const notice = isNote ? 'noted' : 'answered'
  return undo ? { to, notice, about: subject(asked, undo.text, undo.seconds) } : { to }
}

/** Returns its place in the ticket and what undoes it, or why it was refused. */
async function store(
  { key, body, cc, to }: WrittenReply,
  asked: AskedOfTicket,
): Promise<TicketResult | { seq: number; undo?: Awaited<ReturnType<typeof undoOfMessage>> }> {
  const { intent, desk, scope, member, typed, attachments, context } = asked
  const { services, language, now } = context
  const { reader, uid } = member
  const isNamed = intent === 'note' ? undefined : namesMembers(body, asked)
  if (isNamed) return isNamed
  const takenBy = isShared(desk) ? uid : undefined
  const seen = seenUpTo.parse(typed.seen) ?? Number.POSITIVE_INFINITY
  const recipients = intent === 'note' ? {} : await readRecipients({ key, cc, to }, asked)
  if ('errors' in recipients) return recipients
  const named = intent === 'note' ? await membersNamed(services, desk, body, uid) : []
  const writing = {
    clientKey: key,
    body,
    attachments,
    ...recipients,
    named,
    undoSeconds: member.undoSeconds ?? usualUndo,
    locale: language,
    seen,
    reader,
    takenBy,
  }
  const written: Promise<Appended & { before?: Ticket }> =
    intent === 'note'
      ? noteAsOwner(services, scope, writing, now())
      : replyAsOwner(services, scope, writing, now())
  const result = await written.catch(goneFrom)
  if ('message' in result) await services.drafts.remove(result.ticket.id, reader)
  if (result.kind === 'added') await endTyping(services, result.ticket, { uid }, now())
  switch (result.kind) {
    case 'added': {
      const { message, ticket, before } = result
      const undo = before && (await undoOfMessage({ message, ticket, before }, asked))
      return { seq: message.seq, undo }
    }
    case 'again':
      return { seq: result.message.seq }
    case 'conflict': {
      const { key: _, ...rest } = typed
      return { status: 409, typed: rest, errors: { body: 'errors:message.sentBefore' } }
    }
    case 'refused':
      if (isOvertaken(result.ticket, writing)) return overtaken(result.ticket, 'answer', asked)
      return { status: 409, errors: { body: 'tickets:errors.closed' } }
    case 'gone':
      return { status: 409, errors: { files: 'files:gone' } }
    case 'unknown':
      return { status: 404, errors: { form: 'tickets:errors.refused' } }
  }
}

/** Goes on with the list's next ticket. */
export async function writeAndSolve(
  message: WrittenReply,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const to = await nextInList(asked)
  const written = await store(message, asked)
  if (!('seq' in written)) return written
  const { scope, context } = asked
  const { services } = context
  // Unless the visitor has written again, or the reply is resent.
  const answered = (await services.tickets.find(scope))?.state === 'waiting'
  const ended = answered ? await solve(asked) : undefined
  const back = ended?.undo && written.undo && withEnd(written.undo.text, ended.undo)
  const about = subject(asked, back ?? ended?.undo)
  return { to, notice: 'sentAndSolved', about }
}

/** An upload may have expired. */
function goneFrom(error: unknown): { kind: 'gone' } {
  if (error instanceof AttachmentGone) return { kind: 'gone' }
  throw error
}

export function snooze({ date, time }: { date: string; time: string }, asked: AskedOfTicket) {
  return snoozeUntil(momentTyped(date, time, asked), asked)
}

export function putOff(_: unknown, asked: AskedOfTicket) {
  const { intent, context, desk } = asked
  const preset = intent as SnoozePreset
  return snoozeUntil(
    presetChoice(preset, context.now(), desk.timeZone, timetableOf(desk))?.at,
    asked,
  )
}

/** Goes on with the list's next ticket. */
async function snoozeUntil(until: Date | undefined, asked: AskedOfTicket): Promise<TicketResult> {
  const { desk, scope, context } = asked
  const { services, language, now } = context
  const problem = until ? snoozeProblem(until, now()) : 'missing'
  if (!until || problem) {
    return { status: 400, errors: { date: `tickets:errors.snooze.${problem}` } }
  }
  const late = await overtakenMove(asked)
  if (late) return late
  await noteShown(asked)
  const next = await nextInList(asked)
  const snoozed = await snoozeTicket(services, scope, until, now(), formOf(asked))
  if (snoozed.kind !== 'moved' && snoozed.kind !== 'again') return moved(snoozed, 'snoozed', asked)
  const about = subject(asked, snoozed.undo)
  const when = soonText(translations(language).t, until, now(), language, desk.timeZone)
  return done('snoozed', asked, next, { ...about, until: when })
}
