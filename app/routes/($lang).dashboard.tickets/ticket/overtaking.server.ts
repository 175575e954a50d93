import { memberName } from '~/components/tickets/byline.server'
import { seenUpTo } from '~/domain/tickets/message-input'
import { excerpt } from '~/domain/tickets/messages'
import { isOvertaken } from '~/domain/tickets/overtaking'
import type { Ticket } from '~/domain/tickets/tickets'
import { lineOf } from '~/domain/tickets/writing'
import { translations } from '~/i18n/translation.server'
import { chosenFor } from '../whose.server'
import type { AskedOfTicket, TicketResult } from './asked.server'

/** The thread shows them whole. */
const shownLength = 60

/** Shows the other member's answer with the page, which then knows it: the next press counts. */
export async function overtaken(
  { answeredSeq = 0 }: Ticket,
  what: 'answer' | 'move',
  { desk, scope, context }: AskedOfTicket,
): Promise<TicketResult> {
  const { services, language } = context
  const { t } = translations(language)
  const [message] = await services.tickets.messages(scope, answeredSeq - 1, 1)
  const byUid = message?.byUid
  const name = byUid === undefined ? t('people:nameless') : memberName(desk, byUid, language)
  const words = message ? excerpt(lineOf(message), shownLength) : ''
  const text = t(`history:overtaken.${what}`, { name, words })
  const gone = t(`history:overtaken.gone.${what}`, { name })
  return { status: 409, more: { overtaken: { text, gone, seq: answeredSeq } } }
}

/** Before a ticket is put away: undefined where its page shows the last answer. */
export async function overtakenMove(asked: AskedOfTicket): Promise<TicketResult | undefined> {
  const { scope, member, typed, context } = asked
  const ticket = await context.services.tickets.find(scope)
  const page = { reader: member.reader, seen: seenUpTo.parse(typed.seen) }
  return ticket && isOvertaken(ticket, page) ? overtaken(ticket, 'move', asked) : undefined
}

/** Shows with the page whose the ticket is by now: the next press counts. */
export function overtakenTaking(
  { assignee }: Pick<Ticket, 'assignee'>,
  { desk, context: { language } }: AskedOfTicket,
): TicketResult {
  const { t } = translations(language)
  const text = assignee
    ? t('history:overtaken.taken', { name: memberName(desk, assignee, language) })
    : t('history:overtaken.given')
  const gone = t('history:overtaken.gone.assignee')
  return { status: 409, more: { overtaken: { text, gone, assignee: chosenFor(desk, assignee) } } }
}
