import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks'
import type { OrderState } from '~/domain/order-states'
import { orderPath, recoverOrderSecret } from '~/http/order-link.server'
import { languageOfPath } from '~/i18n/addresses'
import { formatDateTime } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'

/** An order as a line of the overview, time and amount in words. */
export interface OwnOrderLine {
  number: number
  state: OrderState
  orderedAt: string
  total: string
  /** The path of its own page, without its language. */
  address: string
}

/** Orders that the overview lists: the newest. */
const ordersShown = 5

/** What the account has ordered; what others have is for the operator's command alone. */
export async function readOwnOrders(
  uid: string,
  { timeZone }: Desk,
  request: Request,
  { services, config }: AppLoadContext,
): Promise<OwnOrderLine[]> {
  const language = languageOfPath(new URL(request.url).pathname)
  const orders = await services.orders.listByAccount(uid, ordersShown)
  return orders.flatMap((order) => {
    // One whose link was made with a secret that is no longer believed has no page to lead to.
    const secret = recoverOrderSecret(config.secrets, order)
    if (!secret) return []
    return {
      number: order.number,
      state: order.state,
      orderedAt: formatDateTime(order.createdAt, language, timeZone),
      total: formatMoney(order.gross, language),
      address: orderPath(secret),
    }
  })
}
