import { memberName } from '~/components/tickets/byline.server'
import { mentioned } from '~/domain/tickets/mentions'
import { translations } from '~/i18n/translation.server'
import type { AskedOfTicket, TicketResult } from './asked.server'

/** Before an answer that names other members goes to the guest: undefined where its page has asked about these. */
export function namesMembers(
  body: string,
  { desk, member, typed, context: { language } }: AskedOfTicket,
): TicketResult | undefined {
  const all = mentioned(body, desk, member.uid)
  const uids = all.join(' ')
  if (!uids || typed.named === uids) return undefined
  const names = all.map((uid) => memberName(desk, uid, language)).join(', ')
  const text = translations(language).t('history:named', { names })
  return { status: 409, more: { named: { uids, text } } }
}
