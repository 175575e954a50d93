import { memberName } from '~/components/tickets/byline.server'
import { isShared } from '~/domain/desks/people'
import type { Language } from '~/domain/text/languages'
import { assignTicket } from '~/domain/tickets/assigning'
import type { Priority } from '~/domain/tickets/filters'
import { excerpt, latestLength } from '~/domain/tickets/messages'
import {
  addTags,
  removeTag,
  setAnswerLocale,
  setPriority,
  setVisitor,
} from '~/domain/tickets/organising'
import { splitTags, tidyTags } from '~/domain/tickets/tags'
import { translations } from '~/i18n/translation.server'
import { chosenFor, nobody } from '../whose.server'
import {
  type AskedOfTicket,
  done,
  moved,
  noteShown,
  subject,
  type TicketResult,
} from './asked.server'
import { overtakenTaking } from './overtaking.server'

export async function prioritise(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  const { intent, scope, context } = asked
  const { services, now } = context
  const priority = intent.slice('priority-'.length) as Priority
  const name = translations(context.language).t(`ledger:priorityIs.${priority}`)
  const set = await setPriority(services, scope, priority, now())
  return moved(set, 'prioritised', asked, undefined, { ...subject(asked, set.undo), name })
}

/** Beside those that the ticket has. */
export async function tag({ tags }: { tags: string }, asked: AskedOfTicket): Promise<TicketResult> {
  const { scope, context } = asked
  const { services, now } = context
  const tidy = tidyTags(splitTags(tags))
  if (tidy?.length === 0) return { status: 400, errors: { tags: 'tickets:errors.tagsMissing' } }
  const added = tidy && (await addTags(services, scope, tidy, now()))
  if (!added || added.kind === 'refused') {
    return { status: 400, errors: { tags: 'tickets:errors.tags' } }
  }
  const name = 'ticket' in added ? excerpt(added.ticket.tags.join(', '), latestLength) : ''
  const about = { ...subject(asked, added.undo), name }
  return moved(added, 'tagsSaved', asked, undefined, about)
}

export async function untag(
  { untag: name }: { untag: string },
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { scope, context } = asked
  const { services, now } = context
  const removed = await removeTag(services, scope, name, now())
  return moved(removed, 'untagged', asked, undefined, { ...subject(asked, removed.undo), name })
}

export async function chooseAnswerLanguage(
  { answerLocale }: { answerLocale: Language | 'page' },
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { scope, context } = asked
  const { services, now } = context
  const chosen = answerLocale === 'page' ? undefined : answerLocale
  const set = await setAnswerLocale(services, scope, chosen, now())
  return moved(set, 'organised', asked, undefined, subject(asked, set.undo))
}

/** Refused at a desk of one person, to whom every ticket belongs. */
export async function assign(
  { assignee }: { assignee: string },
  asked: AskedOfTicket,
): Promise<TicketResult> {
  if (!isShared(asked.desk)) return moved({ kind: 'refused' }, 'organised', asked)
  const chosen = assignee === nobody ? undefined : assignee
  return reassign(chosen, asked.typed.assigneeShown, asked)
}

export async function correctVisitor(
  { visitorName: name, visitorEmail: email }: { visitorName: string; visitorEmail: string },
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { scope, context } = asked
  const { services, now } = context
  return moved(await setVisitor(services, scope, { name, email }, now()), 'visitorSaved', asked)
}

/** Refused where one person answers, whose all tickets are. */
export async function takeOrGive(_: unknown, asked: AskedOfTicket): Promise<TicketResult> {
  const { intent, desk, member, typed } = asked
  if (!isShared(desk)) return moved({ kind: 'refused' }, 'organised', asked)
  await noteShown(asked)
  const assignee = intent === 'take' ? member.uid : undefined
  return reassign(assignee, typed.assigneeShown, asked)
}

/** `shown`: whose the ticket was in the form, if it says so. */
async function reassign(
  assignee: string | undefined,
  shown: string | undefined,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { desk, member, scope, context } = asked
  const { services, now } = context
  const isShown = (current: string | undefined) =>
    shown === undefined || chosenFor(desk, current) === shown
  const assigned = await assignTicket(services, scope, assignee, now(), isShown)
  if (assigned.kind === 'moved') {
    const others = assignee && assignee !== member.uid ? assignee : undefined
    const name = others && memberName(desk, others, context.language)
    const notice = others ? 'assigned' : assignee ? 'taken' : 'given'
    return done(notice, asked, context.path, { ...subject(asked, assigned.undo), name })
  }
  if (assigned.kind === 'refused' && !isShown(assigned.ticket.assignee)) {
    return overtakenTaking(assigned.ticket, asked)
  }
  return moved(assigned, 'organised', asked)
}
