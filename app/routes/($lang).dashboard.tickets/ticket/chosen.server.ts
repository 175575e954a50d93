import { timetableOf } from '~/domain/desks/desks'
import { isShared } from '~/domain/desks/people'
import { eraseHeldTickets } from '~/domain/erasure/tickets'
import type { Notice } from '~/domain/forms/notices'
import type { Priority } from '~/domain/tickets/filters'
import {
  assignTickets,
  prioritiseTickets,
  snoozeTickets,
  tagTickets,
} from '~/domain/tickets/several'
import { presetChoice, type SnoozePreset } from '~/domain/tickets/snooze-times'
import { splitTags, tidyTags } from '~/domain/tickets/tags'
import {
  type BulkMoved,
  holdTickets,
  releaseTickets,
  snoozeProblem,
  solveTickets,
} from '~/domain/tickets/work'
import { logEvent } from '~/http/desks/audit-log.server'
import { signUndo } from '~/http/forms/undo.server'
import { translations } from '~/i18n/translation.server'
import { nobody } from '../whose.server'
import type { TicketsAnswer } from './answer'
import { type AskedOfTicket, formOf, inList, scopeOf, type TicketResult } from './asked.server'
import { confirmMergeOf, previewMergeOf } from './merging.server'
import { momentTyped } from './moment.server'

interface Chosen {
  chosen: number[]
}

type BulkEvent = Exclude<NonNullable<TicketsAnswer['bulk']>['event'], 'undo'>

const notices: Record<BulkEvent, Notice> = {
  solve: 'bulkSolved',
  hold: 'bulkHeld',
  release: 'bulkReleased',
  snooze: 'bulkSnoozed',
  tag: 'bulkTagged',
  prioritise: 'bulkPrioritised',
  assign: 'bulkAssigned',
  take: 'bulkTaken',
  erase: 'bulkErased',
}

const moving = { solve: solveTickets, hold: holdTickets, release: releaseTickets }

export async function moveChosen({ chosen }: Chosen, asked: AskedOfTicket): Promise<TicketResult> {
  const { intent, context } = asked
  const event = intent.slice('bulk-'.length) as keyof typeof moving
  const { services, now } = context
  const result = await moving[event](services, scopeOf(asked), chosen, now(), formOf(asked))
  return respond(event, result, asked)
}

export async function snoozeChosen(
  { chosen }: Chosen,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { intent, desk, context } = asked
  const now = context.now()
  const preset = intent.slice('bulk-'.length) as SnoozePreset
  const choice = presetChoice(preset, now, desk.timeZone, timetableOf(desk))
  if (!choice) return { status: 400, errors: { chosen: 'tickets:errors.snooze.past' } }
  return snoozeAll(chosen, choice.at, asked)
}

export async function snoozeChosenUntil(
  { chosen, bulkDate, bulkTime }: Chosen & { bulkDate: string; bulkTime: string },
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const until = momentTyped(bulkDate, bulkTime, asked)
  const problem = until ? snoozeProblem(until, asked.context.now()) : 'missing'
  if (until && !problem) return snoozeAll(chosen, until, asked)
  return { status: 400, errors: { bulkDate: `tickets:errors.snooze.${problem}` } }
}

async function snoozeAll(
  chosen: number[],
  until: Date,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { services, now } = asked.context
  const snoozed = await snoozeTickets(services, scopeOf(asked), chosen, until, now(), formOf(asked))
  return respond('snooze', snoozed, asked)
}

export async function tagChosen(
  { chosen, bulkTags }: Chosen & { bulkTags: string },
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const tags = tidyTags(splitTags(bulkTags))
  if (!tags?.length) return { status: 400, errors: { bulkTags: 'tickets:errors.tagsMissing' } }
  const { services, now } = asked.context
  const tagged = await tagTickets(services, scopeOf(asked), chosen, tags, now())
  const values = { numbers: tagged.refused.join(', '), count: tagged.refused.length }
  return isNone(tagged)
    ? { status: 409, errors: { bulkTags: { key: 'tickets:bulk.tooManyTags', values } } }
    : respond('tag', tagged, asked)
}

export async function prioritiseChosen(
  { chosen }: Chosen,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { intent, context } = asked
  const { services, now } = context
  const priority = intent.slice('bulk-priority-'.length) as Priority
  const name = translations(context.language).t(`ledger:priorityIs.${priority}`)
  const set = await prioritiseTickets(services, scopeOf(asked), chosen, priority, now())
  return respond('prioritise', set, asked, name)
}

export function assignChosen(
  { chosen, bulkAssignee }: Chosen & { bulkAssignee: string },
  asked: AskedOfTicket,
): Promise<TicketResult> {
  return assign('assign', chosen, bulkAssignee === nobody ? undefined : bulkAssignee, asked)
}

export function takeChosen({ chosen }: Chosen, asked: AskedOfTicket): Promise<TicketResult> {
  return assign('take', chosen, asked.member.uid, asked)
}

async function assign(
  event: 'assign' | 'take',
  chosen: number[],
  assignee: string | undefined,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { services, now } = asked.context
  if (!isShared(asked.desk)) return { status: 409, errors: { form: 'tickets:errors.refused' } }
  const assigned = await assignTickets(services, scopeOf(asked), chosen, assignee, now())
  return event === 'assign' && isNone(assigned)
    ? { status: 409, errors: { chosen: 'tickets:errors.noMember' } }
    : respond(event, assigned, asked)
}

/** Merges the newer ticket into the older one. */
export function askToMerge({ chosen }: Chosen, asked: AskedOfTicket) {
  const numbers = bothOf(chosen)
  return numbers ? previewMergeOf(numbers, 'chosen', asked) : notTwo
}

export function mergeChosen({ chosen }: Chosen, asked: AskedOfTicket) {
  const numbers = bothOf(chosen)
  return numbers ? confirmMergeOf(numbers, 'chosen', asked) : notTwo
}

const notTwo: TicketResult = { status: 400, errors: { chosen: 'tickets:errors.merge.two' } }

function bothOf(chosen: number[]): { source: number; target: number } | undefined {
  const [target, source, ...others] = [...new Set(chosen)].sort((one, other) => one - other)
  if (target === undefined || source === undefined || others.length > 0) return undefined
  return { source, target }
}

export function askToErase({ chosen }: Chosen): TicketResult {
  return { status: 200, more: { eraseChosen: [...new Set(chosen)] } }
}

export async function eraseChosen({ chosen }: Chosen, asked: AskedOfTicket): Promise<TicketResult> {
  const { desk, context } = asked
  const erased = await eraseHeldTickets(context.services, desk.id, chosen, context.now())
  for (const number of erased.moved) await logEvent(asked, 'erased', { about: String(number) })
  return respond('erase', erased, asked)
}

function isNone({ moved, refused }: BulkMoved): boolean {
  return moved.length === 0 && refused.length > 0
}

/** Redirects if everything was done and no text would be lost; otherwise shows the result. */
function respond(
  event: BulkEvent,
  { undo: step, ...result }: BulkMoved & { undo?: string },
  asked: AskedOfTicket,
  name?: string,
): TicketResult {
  const { typed, attachments, context } = asked
  const undo = step && signUndo(step, asked, context)
  const all = result.refused.length + result.unknown.length === 0
  if (all && !typed.body && attachments.length === 0) {
    const to = event === 'erase' ? inList(context) : context.path
    const offered = undo && { undo: { action: context.path, value: undo } }
    return { to, notice: notices[event], about: { count: result.moved.length, name, ...offered } }
  }
  const bulk = { ...result, undo, event }
  return { status: result.moved.length > 0 ? 200 : 409, more: { bulk } }
}
