import { readOwnOrders } from '~/http/shop/own-orders.server'
import type { Looking } from '../asking'
import { nothingToSend, type ServedSection } from '../served-section.server'

const ordersPerPage = 20

type OrdersPage = Awaited<ReturnType<typeof readOrders>>

/** Newest first; `before` in the address is where a page begins. */
export const orders: ServedSection<OrdersPage> = { read: readOrders, submit: nothingToSend }

async function readOrders({ context, session, desk }: Looking) {
  const before = context.url.searchParams.get('before') ?? ''
  const { uid } = session.user
  const query = {
    uid,
    timeZone: desk.timeZone,
    limit: ordersPerPage,
    before: /^\d{1,12}$/.test(before) ? Number(before) : undefined,
  }
  return { ...(await readOwnOrders(query, context)), later: query.before !== undefined }
}
