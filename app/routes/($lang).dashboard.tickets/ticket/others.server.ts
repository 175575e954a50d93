import { memberName } from '~/components/tickets/byline.server'
import type { Membership } from '~/domain/desks/members'
import { colleagues } from '~/domain/desks/people'
import type { Attendance } from '~/domain/live/presence'
import type { Language } from '~/domain/text/languages'
import type { Message } from '~/domain/tickets/messages'
import { readUpTo } from '~/domain/tickets/reading'
import type { Ticket } from '~/domain/tickets/tickets'
import { listOfNames } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'

const mostNames = 3

/** Which other members have a ticket open and which of them type; undefined if there are none. */
export function othersText(
  { members }: Pick<Attendance, 'members'>,
  { desk, member }: Membership,
  language: Language,
): string | undefined {
  const { t } = translations(language)
  const people = new Map(colleagues(desk))
  const others = members.filter(({ uid }) => uid !== member.uid && people.has(uid))
  const texts = (['typing', 'here'] as const).flatMap((is) => {
    const those = others.filter((each) => each.is === is)
    if (those.length === 0) return []
    const named = those.flatMap(({ uid }) => people.get(uid)?.name || []).slice(0, mostNames)
    const shown = named.length > 0 ? named : [t('people:nameless')]
    const more = those.length - shown.length
    const names = more > 0 ? [...shown, t('history:others.more', { count: more })] : shown
    const listed = listOfNames(names, language)
    return t(`history:others.${is}`, { count: those.length, names: listed })
  })
  return texts.join(' · ') || undefined
}

/** The last answer of another member on the page, and what is said of it to who writes one meanwhile. */
export interface OthersAnswer {
  seq: number
  text: string
  /** Who reads the page had read it before. */
  isRead: boolean
}

export function othersAnswer(
  ticket: Ticket,
  messages: readonly Message[],
  { desk, member }: Membership,
  language: Language,
): OthersAnswer | undefined {
  const answer = messages.findLast(({ author, kind }) => author === 'owner' && kind === 'text')
  if (!answer?.byUid || answer.byUid === member.uid) return undefined
  const name = memberName(desk, answer.byUid, language)
  return {
    seq: answer.seq,
    text: translations(language).t('history:answered', { name }),
    isRead: answer.seq <= readUpTo(ticket, member),
  }
}
