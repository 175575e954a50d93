import type { AppLoadContext } from '@remix-run/node'
import type { Order } from '../../domain/shop/orders'
import { standingsOf } from '../../domain/shop/standings'
import { formatFullDate } from '../../i18n/formats'
import { formatMoney } from '../../i18n/money'
import { orderPath, recoverOrderSecret } from '../links/order-link.server'

interface OwnOrdersQuery {
  uid: string
  timeZone: string
  limit: number
  before?: number
}

/** Newest first; `next` is the number below which there are more. */
export async function readOwnOrders(
  { uid, timeZone, limit, before }: OwnOrdersQuery,
  { language, services, config }: AppLoadContext,
) {
  const found = await services.orders.listByAccount(uid, limit + 1, before)
  const orders = found.slice(0, limit)
  const lineOf = (order: Order) => {
    // Without a valid secret it has no page to link to.
    const secret = recoverOrderSecret(config.secrets, order)
    return {
      number: order.number,
      standings: standingsOf(order),
      orderedOn: formatFullDate(order.createdAt, language, timeZone),
      total: formatMoney(order.gross, language),
      address: secret && orderPath(secret),
    }
  }
  return {
    lines: orders.map(lineOf),
    next: found.length > limit ? orders.at(-1)?.number : undefined,
  }
}
