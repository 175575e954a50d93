import type { AppLoadContext } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { memberName } from '~/components/tickets/byline.server'
import { soonText } from '~/components/tickets/soon'
import type { Membership } from '~/domain/desks/members'
import { isLanguage, type Language } from '~/domain/text/languages'
import type { TicketLink } from '~/domain/tickets/history'
import type { Actor, HistoryEntry, HistoryKind } from '~/domain/tickets/history-entries'
import type { MessageMail } from '~/domain/tickets/message-mail'
import type { HoldReason } from '~/domain/tickets/spam'
import type { Ticket } from '~/domain/tickets/tickets'
import { languageName } from '~/i18n/countries'
import { translations } from '~/i18n/translation.server'

const mostHeldReplies = 3

/** What happened, in a sentence. */
export interface HistoryLine {
  at: Date
  text: string
}

/** Who does what; old data may say otherwise. */
const usual: Record<Actor, readonly HistoryKind[]> = {
  owner: [
    ...(['started', 'owner-replies', 'snooze', 'wake', 'solve', 'close'] as const),
    ...(['reopen', 'release'] as const),
    ...([
      'block',
      'hold',
      'held',
      'priority',
      'tags',
      'language',
      'visitor',
      'assigned',
      'merged-into',
      'merged-from',
    ] as const),
    ...(['split-into', 'split-from', 'retract'] as const),
  ],
  visitor: ['started', 'visitor-writes', 'followed-up', 'close', 'visitor'],
  desk: ['held', 'held-reply', 'release', 'reminded', 'wake', 'solve', 'close', 'assigned'],
}

const steps: readonly HistoryKind[] = [
  ...(['solve', 'reopen', 'snooze', 'wake', 'hold', 'release', 'block', 'assigned'] as const),
  ...(['merged-from', 'split-into'] as const),
]

/** What another member did with the ticket last, unless somebody has done something since. */
export function othersStep(
  entries: readonly HistoryEntry[],
  number: number,
  own: Membership,
  language: Language,
): HistoryLine | undefined {
  const last = entries.findLast((each) => each.number === number && steps.includes(each.kind))
  if (last?.byUid === undefined || last.byUid === own.member.uid) return undefined
  return historyLines([last], number, own, language)[0]
}

/** Of the ticket with this number; entries of one that was merged into it name theirs. */
export function historyLines(
  entries: readonly HistoryEntry[],
  number: number,
  { desk, member }: Membership,
  language: Language,
): HistoryLine[] {
  const { t } = translations(language)
  const { timeZone } = desk
  const told = entries.filter((entry) => !isBegunBySplit(entry, entries))
  return told.map((entry, index) => {
    const text = endsBlock(entry, told.slice(0, index)) ? unblocked(entry) : sentence(entry)
    return { at: entry.at, text: entry.number === number ? text : `${entry.number}: ${text}` }
  })

  function unblocked({ byUid }: HistoryEntry): string {
    return t('history:owner.unblock', { who: makerOf(byUid) })
  }

  function sentence({ actor, kind, at, detail, byUid }: HistoryEntry): string {
    const who = makerOf(byUid)
    if (kind === 'assigned' && detail === byUid) return t('history:taken', { who })
    if (!detail && (kind === 'tags' || kind === 'language' || kind === 'assigned')) {
      return t(`history:removed.${kind}`, { who })
    }
    if (!usual[actor].includes(kind)) return t('history:else')
    const count = detail.split(',').length
    const values = { who, detail: inWords(kind, detail, at), count }
    return t(`history:${actor}.${kind}` as 'history:owner.tags', values)
  }

  /** What people did before names were stored is the reader's, as it was. */
  function makerOf(byUid: string | undefined): string {
    if (byUid === undefined || byUid === member.uid) return t('history:you')
    return t('history:member', { name: memberName(desk, byUid, language) })
  }

  function inWords(kind: HistoryKind, detail: string, at: Date): string {
    if (kind === 'snooze') return soonText(t, new Date(detail), at, language, timeZone)
    if (kind === 'priority') return t(`tickets:priorities.${detail as 'high'}`)
    if (kind === 'assigned') return memberName(desk, detail, language)
    if (kind === 'held') return holdReasonText(t, detail as HoldReason)
    return kind === 'language' && isLanguage(detail) ? languageName(detail, language) : detail
  }
}

/** Nobody began what was split off, which the line about the split says. */
function isBegunBySplit({ kind, number }: HistoryEntry, all: readonly HistoryEntry[]): boolean {
  if (kind !== 'started') return false
  return all.some((each) => each.kind === 'split-from' && each.number === number)
}

/** Whether a ticket was released from a block, rather than from spam. */
function endsBlock(
  { actor, kind, number }: HistoryEntry,
  before: readonly HistoryEntry[],
): boolean {
  if (actor !== 'owner' || kind !== 'release') return false
  const held = before.findLast(
    (each) => each.number === number && ['block', 'hold', 'held', 'release'].includes(each.kind),
  )
  return held?.kind === 'block'
}

/** Why it is held back, and what its visitor knows; undefined where it is not. `mail`: of its first message. */
export function heldText(
  { heldFor }: Pick<Ticket, 'heldFor'>,
  mail: MessageMail | undefined,
  language: Language,
): string | undefined {
  if (!heldFor) return undefined
  const { t } = translations(language)
  if (heldFor === 'blocked' || heldFor === 'marked' || heldFor === 'loop') {
    return t(`history:hold.${heldFor}`)
  }
  const number = mail?.answers
  const isIn = number !== undefined && (heldFor === 'unproven' || heldFor === 'notice')
  const reason = isIn ? t(`history:${heldFor}In`, { number }) : holdReasonText(t, heldFor)
  return t(`history:hold.${mail ? 'mail' : 'page'}`, { reason })
}

/** Another ticket, and what it is to this one. */
export type TextedLink = TicketLink & { text: string }

/** Tickets of e-mails that answer this one and are held, the newest first. */
export async function readHeldReplies(
  entries: readonly HistoryEntry[],
  { deskId }: Pick<Ticket, 'deskId'>,
  { services, language }: Pick<AppLoadContext, 'services' | 'language'>,
): Promise<TextedLink[]> {
  const text = translations(language).t('history:heldReply')
  const numbers = entries.flatMap(({ kind, detail }) =>
    kind === 'held-reply' ? Number(detail) : [],
  )
  const newest = numbers.slice(-mostHeldReplies).reverse()
  const found = await Promise.all(newest.map((number) => services.tickets.find({ deskId, number })))
  return found.flatMap((ticket) => {
    if (ticket?.heldFor !== 'unproven') return []
    const { number, state, title } = ticket
    return { number, state, title, text }
  })
}

function holdReasonText(t: TFunction, reason: HoldReason): string {
  return t(`history:reasons.${reason}`)
}

/**
 * "on a German page, answered in English"; without the page where an e-mail or the counter began it:
 * its visitor was on none.
 */
export function languagesText(
  { locale, answerLocale = locale }: Pick<Ticket, 'locale' | 'answerLocale'>,
  isFromPage: boolean,
  language: Language,
): string {
  const answered = translations(language).t('tickets:answeredIn', {
    language: languageName(answerLocale, language),
  })
  if (!isFromPage) return answered
  const page = pageLanguageText(locale, language)
  return answerLocale === locale ? page : `${page}, ${answered}`
}

/** "on a German page"; some languages inflect the name of another one. */
function pageLanguageText(locale: Language, language: Language): string {
  const { t } = translations(language)
  const usual = t('history:onPage.else', { language: languageName(locale, language) })
  return t(`history:onPage.${locale}`, { defaultValue: usual })
}
