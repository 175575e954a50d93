import { bylineForMember, memberName } from '~/components/tickets/byline.server'
import { isShared } from '~/domain/desks/people'
import type { MailContent, News } from '~/domain/letters/mail-content'
import { shopTimeZone } from '~/domain/shop/orders'
import { withoutEnd } from '~/domain/text/ends'
import { excerpt, type Message, titleLength } from '~/domain/tickets/messages'
import { formatClock } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'
import { besideWords } from './beside-words'
import { formatDateTime, formatDayOfYear, formatFullDate } from './dates'
import type { Desktop, Draft } from './draft'
import type { Part } from './parts'

/** Conversations per e-mail. */
const mostListed = 5
/** Messages of a conversation, and characters of each. */
const ofOne = { most: 10, longest: 1_200 }
const ofSeveral = { most: 3, longest: 160 }

/** What guests have written, the notes that mention a member, or the tickets that colleagues gave them. */
export function ownerNews(
  { kind, account, reader, desk, news }: Extract<MailContent, { news: News[] }>,
  desktop: Desktop,
): Draft {
  const language = account.locale
  const { t } = translations(language)
  const isMention = kind === 'mention'
  const isGiven = kind === 'given'
  const isNews = !isMention && !isGiven
  const about = isMention ? 'mention' : isGiven ? 'given' : 'news'
  const [answer, all, reply] = isMention
    ? (['mentionAnswer', 'mentionAll', 'mentionReply'] as const)
    : (['newsAnswer', isGiven ? 'mentionAll' : 'newsAll', 'newsReply'] as const)
  const listed = news.slice(0, mostListed)
  const [first] = listed
  const one = news.length === 1 && first ? first : undefined
  const withdrawn = one?.withdrawals?.[0]
  const stop = desktop.stop({ kind: 'owner', uid: account.uid }, language)
  const more = news.length - listed.length
  const parts: Part[] = [
    {
      kind: 'heading',
      text: withdrawn
        ? t('mails:withdrawal.heading', { orders: ordersOf(one) })
        : t(`mails:${about}Heading`, { count: news.length, ...(one && namesOf(one)) }),
    },
    ...(one && withdrawn ? dueOf(one).map((text) => ({ kind: 'paragraph' as const, text })) : []),
    ...listed.flatMap((each) => wordsOf(each)),
    ...(more > 0
      ? [{ kind: 'paragraph' as const, text: t('mails:newsMore', { count: more }) }]
      : []),
    {
      kind: 'button',
      text: withdrawn ? t('mails:withdrawal.order') : t(`mails:${one ? answer : all}`),
      link: withdrawn
        ? desktop.address(`/dashboard/orders?order=${withdrawn.order}`, language)
        : one
          ? linkTo(one)
          : desktop.address('/dashboard/tickets', language),
    },
    ...(one && withdrawn
      ? [{ kind: 'link' as const, text: t(`mails:${answer}`), link: linkTo(one) }]
      : []),
    ...(one && desktop.takesReplies
      ? [{ kind: 'paragraph' as const, text: t(`mails:${reply}`) }]
      : []),
    {
      kind: 'aside',
      text: t(`mails:${about}Why`),
      link: {
        text: t('mails:newsSettings'),
        to: desktop.address('/dashboard/settings/notifications', language),
      },
    },
    { kind: 'aside', text: '', link: { text: t('mails:newsStop'), to: stop } },
  ]
  return {
    to: { name: '', address: account.email },
    from: '',
    language,
    subject: one
      ? withdrawn
        ? t('mails:withdrawal.subject', { ...namesOf(one), orders: ordersOf(one) })
        : t(`mails:${about}SubjectOne`, namesOf(one))
      : t(`mails:${about}Subject`, { count: news.length }),
    parts,
    stop,
    automatic: 'generated',
    deskId: desk.id,
    ticketId: first?.ticket.id,
    ...((isMention || !one) && { apart: true as const }),
    replies: one
      ? {
          kind: 'notice',
          as: isMention ? 'note' : 'answer',
          ticketId: one.ticket.id,
          seq: Math.max(...one.messages.map(({ seq }) => seq)),
          reader,
        }
      : { kind: 'desk', publicKey: desk.publicKey },
    recordIds: listed.map(({ ticket }) => ticket.id),
  }

  /** A part for each of the newest messages. */
  function wordsOf(each: News): Part[] {
    const { ticket, messages } = each
    const { most, longest } = one ? ofOne : ofSeveral
    const shown = messages.slice(-most)
    const link = one ? undefined : linkTo(each)
    const title = (one && !isMention) || shown.some(isTitle) ? undefined : ticket.title
    return shown.map((message, index) => {
      const { body, createdAt } = message
      const time = formatDateTime(createdAt, language, desk.timeZone)
      const visitor =
        message.author === 'owner' ? memberName(desk, message.byUid ?? '', language) : nameOf(each)
      const isFirst = index === 0
      const by = isFirst
        ? t(`mails:${about}By`, { ...namesOf(each), ...(!isMention && { visitor }), time }) +
          whoseIs(each)
        : t(isGiven && message.kind === 'note' ? 'mails:givenNote' : 'mails:newsThen', {
            visitor,
            time,
          })
      return {
        kind: 'words',
        by,
        ...(isFirst && {
          title,
          above: [...(one ? [] : dueOf(each)), ...before(each, messages.length - shown.length)],
          link,
        }),
        text: one ? beginning(body, longest) : excerpt(body, longest),
        beside: besideWords(message, language),
      }
    })

    /** A chat is named by its first words. */
    function isTitle({ body }: Message): boolean {
      return excerpt(body, titleLength) === ticket.title
    }
  }

  /** What stands between the messages and what the member has read. */
  function before({ answer }: News, earlier: number): string[] {
    const lines = earlier > 0 ? [t('mails:newsEarlier', { count: earlier })] : []
    const name = answer && bylineForMember(desk, account.uid, language)(answer.byUid)
    if (!name) return lines
    const day = formatDayOfYear(answer.createdAt, language, desk.timeZone)
    const time = formatClock(answer.createdAt, language, desk.timeZone)
    return [t('mails:newsAnswered', { name, day, time }), ...lines]
  }

  function ordersOf({ withdrawals = [] }: News): string {
    return withdrawals.map(({ order }) => order).join(', ')
  }

  /** Until when the money of what the ticket withdraws from has to be back. */
  function dueOf({ withdrawals = [] }: News): string[] {
    return withdrawals.map(({ order, due }) => {
      const day = due && formatFullDate(due, language, shopTimeZone)
      return t(day ? 'mails:withdrawal.refund' : 'mails:withdrawal.cancel', { order, day })
    })
  }

  /** Where several people answer. */
  function whoseIs({ ticket: { assignee } }: News): string {
    if (isGiven || !isShared(desk)) return ''
    if (assignee === undefined) return ` · ${t('mails:newsNobodys')}`
    if (assignee === account.uid) return ` · ${t('mails:newsMine')}`
    return ` · ${t('mails:newsOf', { name: memberName(desk, assignee, language) })}`
  }

  function nameOf({ ticket }: News): string {
    return ticket.visitorName || ticket.visitorEmail || t('mails:visitor')
  }

  /** `name`: whose doing it is. */
  function namesOf(each: News) {
    const { ticket, messages, givenBy } = each
    const { visitorName, visitorEmail } = ticket
    const visitor = isNews ? nameOf(each) : visitorName || visitorEmail || t('notices:givenFrom')
    const uid = isMention ? messages[0]?.byUid : givenBy
    const name = isNews ? visitor : memberName(desk, uid ?? '', language)
    return { name, visitor, title: ticket.title, number: ticket.number }
  }

  function linkTo({ ticket }: News): string {
    return desktop.address(`/dashboard/tickets?ticket=${ticket.number}#newest`, language)
  }
}

function beginning(text: string, length: number): string {
  if (text.length <= length) return text
  return `${withoutEnd(text.slice(0, length), /\S/).trimEnd()} …`
}
