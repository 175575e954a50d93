import type { AppLoadContext } from '@remix-run/node'
import { shopTimeZone } from '~/domain/shop/orders'
import { standingsOf } from '~/domain/shop/standings'
import type { Language } from '~/domain/text/languages'
import type { TicketState } from '~/domain/tickets/states'
import type { Ticket } from '~/domain/tickets/tickets'
import { runsShop } from '~/http/sessions/access.server'
import { formatFullDate } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'

/** What else came from the ticket's e-mail address, newest first. */
export interface VisitorRecord {
  tickets: { number: number; title: string; state: TicketState; locale: Language }[]
  /** As many as are shown; there may be more. */
  fullTickets: boolean
  /** For the shop's owner alone. */
  orders: { number: number; text: string }[]
  fullOrders: boolean
}

/** Each is read with every view of the thread. */
const mostTickets = 3
const mostOrders = 2

/** Undefined where there is nothing else. */
export async function readVisitor(
  { deskId, number: own, visitorEmail }: Ticket,
  context: AppLoadContext,
): Promise<VisitorRecord | undefined> {
  if (!visitorEmail) return undefined
  const [found, orders] = await Promise.all([
    context.services.tickets.listOfVisitor(deskId, visitorEmail, mostTickets + 1),
    readOrders(visitorEmail, context),
  ])
  const others = found.filter(({ number }) => number !== own)
  if (others.length + orders.length === 0) return undefined
  return {
    tickets: others
      .slice(0, mostTickets)
      .map(({ number, title, state, locale }) => ({ number, title, state, locale })),
    fullTickets: others.length >= mostTickets,
    orders,
    fullOrders: orders.length >= mostOrders,
  }
}

async function readOrders(visitorEmail: string, context: AppLoadContext) {
  const { services, language } = context
  const [shop, orders] = await Promise.all([
    runsShop(context),
    services.orders.listOfCustomer(visitorEmail, mostOrders),
  ])
  if (!shop) return []
  const { t } = translations(language)
  return orders.map((order) => {
    const stands = standingsOf(order).map((each) => t(`orders:states.${each}`))
    const date = formatFullDate(order.createdAt, language, shopTimeZone)
    return {
      number: order.number,
      text: [formatMoney(order.gross, language), ...stands, date].join(' · '),
    }
  })
}
