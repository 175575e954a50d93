import type { AppLoadContext } from '@remix-run/node'
import type { Order } from '../../domain/shop/orders'
import { formatFullDate } from '../../i18n/formats'
import { formatMoney } from '../../i18n/money'
import { orderPath, recoverOrderSecret } from '../links/order-link.server'

/** What is asked for: whose orders, in whose time, how many, and below which number. */
export interface OwnOrdersQuery {
  uid: string
  timeZone: string
  limit: number
  before?: number
}

/**
 * What the account has ordered as lines to read, day and amount in words, the newest first; `next` is
 * the number below which there is more. What others have ordered is for the operator's command alone.
 */
export async function readOwnOrders(
  { uid, timeZone, limit, before }: OwnOrdersQuery,
  { language, services, config }: AppLoadContext,
) {
  const found = await services.orders.listByAccount(uid, limit + 1, before)
  const orders = found.slice(0, limit)
  const lineOf = (order: Order) => {
    // One whose link was made with a secret that is no longer believed has no page to lead to.
    const secret = recoverOrderSecret(config.secrets, order)
    return {
      number: order.number,
      state: order.state,
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
