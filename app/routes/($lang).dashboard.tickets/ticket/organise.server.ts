import { isShared } from '~/domain/desks/people'
import type { Language } from '~/domain/text/languages'
import { assignTicket } from '~/domain/tickets/assigning'
import type { Priority } from '~/domain/tickets/filters'
import { splitTags, tidyTags } from '~/domain/tickets/tags'
import { setAnswerLocale, setPriority, setTags } from '~/domain/tickets/work'
import { nobody } from '../whose.server'
import { type AskedOfTicket, moved, noteShown, type TicketResult } from './asked.server'

interface Organising {
  priority: Priority
  tags: string
  answerLocale?: Language | 'page'
  assignee?: string
  /** Whose the ticket was in the form: a choice that was left alone changes nothing. */
  assigneeShown?: string
}

export async function organise(given: Organising, asked: AskedOfTicket): Promise<TicketResult> {
  const { priority, tags, answerLocale, assignee, assigneeShown } = given
  const { scope, context } = asked
  const { services, now } = context
  const split = splitTags(tags)
  if (!tidyTags(split)) return { status: 400, errors: { tags: 'tickets:errors.tags' } }
  if (assignee !== undefined && assignee !== assigneeShown && isShared(asked.desk)) {
    const assigned = await assignTicket(
      services,
      scope,
      assignee === nobody ? undefined : assignee,
      now(),
    )
    if (assigned.kind !== 'moved') return moved(assigned, 'organised', asked)
  }
  const first = await setPriority(services, scope, priority, now())
  if (first.kind !== 'moved') return moved(first, 'organised', asked)
  const tagged = await setTags(services, scope, split, now())
  if (tagged.kind !== 'moved' || answerLocale === undefined) {
    return moved(tagged, 'organised', asked)
  }
  const chosen = answerLocale === 'page' ? undefined : answerLocale
  const set = await setAnswerLocale(services, scope, chosen, now())
  return moved(set, 'organised', asked)
}

/** Refused where one person answers, whose all tickets are. */
export async function takeOrGive(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  const { intent, desk, member, scope, context } = asked
  const { services, now } = context
  if (!isShared(desk)) return moved({ kind: 'refused' }, 'organised', asked)
  await noteShown(asked)
  const assignee = intent === 'take' ? member.uid : undefined
  const given = await assignTicket(services, scope, assignee, now())
  return moved(given, intent === 'take' ? 'taken' : 'given', asked)
}
