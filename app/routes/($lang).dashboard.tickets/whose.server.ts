import type { AppLoadContext } from '@remix-run/node'
import { memberName } from '~/components/tickets/byline.server'
import type { Desk } from '~/domain/desks/desks'
import type { Membership } from '~/domain/desks/members'
import { colleagues, isShared } from '~/domain/desks/people'
import type { Language } from '~/domain/text/languages'
import { countsOf } from '~/domain/tickets/counts'
import { type AssignedCounts, statesIn, type TicketFilter } from '~/domain/tickets/filters'
import type { TicketState } from '~/domain/tickets/states'
import type { Ticket } from '~/domain/tickets/tickets'
import { startOfDay } from '~/domain/time/days'
import { translations } from '~/i18n/translation.server'
import { isNarrowed, type ListQuery, readListQuery } from './address'
import type { OwnTickets } from './own-lists.server'

/** A list of everybody's, one's own or nobody's tickets, or of what one has there; its texts come along for desks that need them. */
export interface WhoseList extends Pick<ListQuery, 'whose'> {
  name: string
  count?: number
}

/** The list that the address asks for; whose tickets it shows means something where several people answer. */
export function listQuery(
  { desk, member }: Membership,
  { url }: Pick<AppLoadContext, 'url'>,
): ListQuery {
  const { whose, assignee, ...everybodys } = readListQuery(url.searchParams)
  if (whose && (isShared(desk) || whose === 'drafts')) return { ...everybodys, whose }
  if (!colleagues(desk).some(([uid]) => uid === assignee)) return everybodys
  return { ...everybodys, ...(assignee === member.uid ? { whose: 'mine' } : { assignee }) }
}

/** What a list query means for this member. */
export function filterOf(
  { state, tag, priority, channel, changed, whose, assignee }: ListQuery,
  { desk, member }: Membership,
  now: Date,
): TicketFilter {
  return {
    state: state === 'all' ? undefined : state,
    tag: tag || undefined,
    priority,
    channel,
    ...(changed && changedIn(changed, desk.timeZone, now)),
    assignee: assigneeIn({ whose, assignee }, member),
  }
}

/** Whose tickets it has; undefined for everybody's. */
export function assigneeIn(
  { whose, assignee }: Pick<ListQuery, 'whose' | 'assignee'>,
  { uid }: Membership['member'],
): string | undefined {
  return whose === 'mine' ? uid : whose === 'nobody' ? '' : assignee
}

function changedIn(
  changed: NonNullable<ListQuery['changed']>,
  timeZone: string,
  now: Date,
): Pick<TicketFilter, 'from' | 'before'> {
  const start = startOfDay(now, timeZone, { today: 0, week: 6, month: 29, older: 29 }[changed])
  return changed === 'older' ? { before: start } : { from: start }
}

/**
 * With how many tickets each has in the state that is shown, unless a search narrows them. Lists of what is the
 * member's alone only where there is something. Without `assigned`, one person answers.
 */
export function whoseListsOf(
  query: ListQuery,
  counts: Record<TicketState, number>,
  assigned: AssignedCounts | undefined,
  { mentions, drafts }: OwnTickets,
  { member }: Membership,
  language: Language,
): WhoseList[] | undefined {
  const { t } = translations(language)
  const own: WhoseList[] = []
  const name = (which: WhoseList['whose']) => t(`history:whose.${which ?? 'all'}`)
  if (mentions !== undefined) {
    own.push({ whose: 'mentions', name: name('mentions'), ...(mentions && { count: mentions }) })
  }
  if (drafts > 0) own.push({ whose: 'drafts', name: name('drafts'), count: drafts })
  if (!assigned) return own.length > 0 ? [{ name: name(undefined) }, ...own] : undefined
  const state = query.state === 'all' ? undefined : query.state
  const lists = ([undefined, 'mine', 'nobody'] as const).map((whose) => {
    const assignee = assigneeIn({ whose }, member)
    const those = assignee === undefined ? counts : countsOf(counts, assigned, assignee)
    const count = statesIn({ state }).reduce((sum, each) => sum + those[each], 0)
    return { name: name(whose), ...(!isNarrowed(query) && { count }), ...(whose && { whose }) }
  })
  return [...lists, ...own]
}

/** Whose a ticket is, in words, and what can be done about it. */
export interface Assigned {
  text: string
  press: { intent: 'take' | 'give'; label: string }
  choice: { label: string; chosen: string; options: [uid: string, name: string, deed: string][] }
}

/** The form's value for no account, since an empty field counts as none. */
export const nobody = '-'

/** As the form has it whose a ticket is. */
export function chosenFor(desk: Desk, assignee: string | undefined): string {
  return colleagues(desk).some(([uid]) => uid === assignee) ? (assignee ?? nobody) : nobody
}

/** Undefined where one person answers. */
export function assignedOf(
  { assignee = '' }: Pick<Ticket, 'assignee'>,
  { desk, member }: Membership,
  language: Language,
): Assigned | undefined {
  const people = colleagues(desk)
  if (people.length === 0) return undefined
  const { t } = translations(language)
  const chosen = chosenFor(desk, assignee)
  const name = memberName(desk, assignee, language)
  const own = assignee === member.uid
  const text = own ? 'you' : chosen === nobody ? 'nobody' : 'member'
  const intent = own ? 'give' : 'take'
  return {
    text: t(`history:with.${text}`, { name }),
    press: { intent, label: t(`history:whose.${intent}`) },
    choice: {
      label: t('history:whose.choice'),
      chosen,
      options: assigneesOf(desk, language).map(([uid, name]) => {
        return [
          uid,
          name,
          t(`history:whose.${uid === nobody ? 'assignNobody' : 'assign'}`, { name }),
        ]
      }),
    },
  }
}

/** Whom a ticket can be given to, first nobody. */
export function assigneesOf(desk: Desk, language: Language): [uid: string, name: string][] {
  const names = colleagues(desk).map(([uid]): [string, string] => {
    return [uid, memberName(desk, uid, language)]
  })
  return [[nobody, translations(language).t('history:whose.unassigned')], ...names]
}
