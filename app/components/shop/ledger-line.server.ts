import { isPressing } from '~/domain/desks/availability'
import type { Membership } from '~/domain/desks/members'
import { colleagues } from '~/domain/desks/people'
import { initialsOf } from '~/domain/text/initials'
import type { Language } from '~/domain/text/languages'
import { hasUnread } from '~/domain/tickets/reading'
import { listedState } from '~/domain/tickets/states'
import type { TicketLine } from '~/domain/tickets/tickets'
import { isWokenFor } from '~/domain/tickets/woken'
import { formatRecent, formatSpan } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'
import { memberName } from '../tickets/byline.server'
import { soonText } from '../tickets/soon'
import type { LedgerLine } from './ledger'

const minute = 60_000

/** Leaves out default values, since each line is also sent for hydration. */
export function ledgerLine(
  ticket: TicketLine,
  { desk, member }: Membership,
  now: Date,
  language: Language,
) {
  const { number, visitorName, visitorEmail, locale, priority, tags, waitingSince } = ticket
  const { subject } = ticket
  const isGuests = waitingSince !== undefined || ticket.state === 'held'
  const by = isGuests ? undefined : ticket.latestBy
  const words = isGuests || by ? ticket.latest : ticket.title
  const since = sinceOf(ticket, desk.timeZone, now, language)
  const visitor = visitorName || visitorEmail
  const line: LedgerLine = { number, visitor, locale, words, since }
  if (subject) line.subject = subject
  if (words === subject) line.words = ''
  if (by) line.by = authorOf(by, { desk, member }, language)
  if (priority !== 'normal') line.priority = priority
  if (tags.length > 0) line.tags = tags
  const assignee = colleagues(desk).find(([uid]) => uid === ticket.assignee)
  if (assignee) {
    const name = memberName(desk, assignee[0], language)
    line.assignee = { name, initials: initialsOf(name) }
  }
  if (hasUnread(ticket, member)) line.fresh = true
  if (isWokenFor(ticket, member.reader)) line.woken = true
  if (waitingSince && isPressing(desk, waitingSince, now)) line.pressing = true
  return line
}

/** In a list: oneself, or a colleague by the first name. */
export function authorOf(
  uid: string,
  { desk, member }: Pick<Membership, 'desk' | 'member'>,
  language: Language,
): string {
  if (uid === member.uid) return translations(language).t('ledger:you')
  const [first] = desk.people?.[uid]?.name.trim().split(/\s+/) ?? []
  return first || memberName(desk, uid, language)
}

/** In a list of tickets in several states: each says its own, and when it was changed. */
export function lineAmongStates(
  ticket: TicketLine,
  own: Membership,
  now: Date,
  language: Language,
): LedgerLine {
  return {
    ...ledgerLine(ticket, own, now, language),
    since: formatRecent(ticket.updatedAt, now, language, own.desk.timeZone),
    state: translations(language).t(`tickets:state.${listedState(ticket.state)}`),
  }
}

function sinceOf(ticket: TicketLine, timeZone: string, now: Date, language: Language): string {
  const { waitingSince, snoozedUntil, updatedAt } = ticket
  if (waitingSince) {
    const span = now.getTime() - waitingSince.getTime()
    return span < minute ? translations(language).t('ledger:now') : formatSpan(span, language)
  }
  if (snoozedUntil) {
    const { t } = translations(language)
    return t('ledger:back', { at: soonText(t, snoozedUntil, now, language, timeZone) })
  }
  return formatRecent(updatedAt, now, language, timeZone)
}
