import type { AppLoadContext } from '@remix-run/node'
import { orderSearch } from '~/domain/shop/order-lists'
import { shopTimeZone } from '~/domain/shop/orders'
import { emailKey } from '~/domain/text/email-key'
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
  moreTickets: boolean
  /** For the shop's owner alone. */
  orders: { number: number; text: string }[]
  moreOrders: boolean
}

const mostShown = 5

/** Undefined where there is nothing else. */
export async function readVisitor(
  { deskId, number: own, visitorEmail }: Ticket,
  context: AppLoadContext,
): Promise<VisitorRecord | undefined> {
  if (!visitorEmail) return undefined
  const [found, orders] = await Promise.all([
    context.services.tickets.listOfVisitor(deskId, visitorEmail, mostShown + 2),
    readOrders(visitorEmail, context),
  ])
  const others = found.filter(({ number }) => number !== own)
  if (others.length + orders.shown.length === 0) return undefined
  return {
    tickets: others
      .slice(0, mostShown)
      .map(({ number, title, state, locale }) => ({ number, title, state, locale })),
    moreTickets: others.length > mostShown,
    orders: orders.shown.slice(0, mostShown),
    moreOrders: orders.more || orders.shown.length > mostShown,
  }
}

async function readOrders(visitorEmail: string, context: AppLoadContext) {
  const { services, language } = context
  // A search also finds some that only resemble the address.
  const [shop, { orders, next }] = await Promise.all([
    runsShop(context),
    services.orders.search(orderSearch(visitorEmail), mostShown * 2),
  ])
  if (!shop) return { shown: [], more: false }
  const { t } = translations(language)
  const shown = orders
    .filter(({ email }) => emailKey(email) === emailKey(visitorEmail))
    .map(({ number, state, gross, createdAt }) => {
      const date = formatFullDate(createdAt, language, shopTimeZone)
      return {
        number,
        text: [formatMoney(gross, language), t(`orders:states.${state}`), date].join(' · '),
      }
    })
  return { shown, more: next !== undefined }
}
