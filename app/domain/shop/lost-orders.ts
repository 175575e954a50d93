import { emailKey } from '../text/email'
import type { OrderStore } from './order-store'
import type { Order } from './orders'

/** Links in one e-mail. */
export const mostLinks = 5

/**
 * The orders of a mailbox whose links were asked for again, newest first: the one of this number, if it is
 * theirs, or the newest.
 */
export async function findLostOrders(
  orders: Pick<OrderStore, 'find' | 'listOfCustomer'>,
  email: string,
  number?: number,
): Promise<Order[]> {
  if (number === undefined) return orders.listOfCustomer(email, mostLinks)
  const order = await orders.find({ number })
  return order && emailKey(order.email) === emailKey(email) ? [order] : []
}
