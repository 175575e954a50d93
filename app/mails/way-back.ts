import type { TFunction } from 'i18next'
import type { Desk } from '~/domain/desks/desks'
import { answerLanguage } from '~/domain/tickets/answer-language'
import { isBegunByDesk } from '~/domain/tickets/beginning'
import type { Ticket } from '~/domain/tickets/tickets'
import type { Desktop } from './draft'

/** How a guest reads on and answers, from any letter about a conversation. */
interface WayBack {
  /** Undefined if the server's secret has since been removed. */
  secret?: string
  /** To the conversation, or to the desk without its secret; absent where a reply alone leads there. */
  to?: string
  /** In one sentence or two. */
  how: string
  why: string
}

/** `isShared`: a reply to all would pass its link on. */
export function wayBack(
  ticket: Ticket,
  desk: Desk,
  desktop: Desktop,
  t: TFunction,
  isShared = false,
): WayBack {
  const { takesReplies } = desktop
  const secret = isShared ? undefined : desktop.secret(ticket)
  const to = (query: string) => desktop.address(`/chat?${query}`, answerLanguage(ticket))
  const why = t(isBegunByDesk(ticket) ? 'mails:firstWhy' : 'mails:visitorWhy')
  if (secret) {
    const reply = t(takesReplies ? 'mails:back.reply' : 'mails:back.noReply')
    return { secret, to: to(`t=${secret}`), how: `${reply} ${t('mails:back.linkOpens')}`, why }
  }
  if (takesReplies) return { how: t('mails:back.replyAlone'), why }
  return { to: to(`desk=${desk.publicKey}`), how: t('mails:back.begins'), why }
}

/** As sentences name it. */
export function nameOf(desk: Desk, t: TFunction): string {
  return desk.name || t('mails:us')
}
