import type { Transaction } from 'firebase-admin/firestore'
import { isUnfinished, restrictOrder } from '../../../domain/shop/restricted-orders'
import type { Database } from '../database/database.server'
import { unclaim } from '../database/unique.server'
import { toOrder } from './order-lists.server'
import { countOrder, newShop } from './shop'

const mostAtOnce = 10

/** Per order. */
const mostEvents = 20

/**
 * Takes some of an account's orders: unfinished ones become a guest's, paid ones are restricted by law,
 * others deleted. Returns how many.
 */
export function restrictOrders(database: Database, uid: string): Promise<number> {
  return database.transact(['shop'], (transaction) => restrict(database, transaction, uid))
}

async function restrict(
  database: Database,
  transaction: Transaction,
  uid: string,
): Promise<number> {
  const { collection, document } = database
  const own = collection('orders').where('uid', '==', uid).limit(mostAtOnce)
  const { docs } = await transaction.get(own)
  if (docs.length === 0) return 0
  const shopReference = document('shop', 'shop')
  const shop = (await transaction.get(shopReference)).data() ?? newShop
  const ended = docs.filter((each) => !isUnfinished(each.data()))
  const gone = await Promise.all(
    ended.map((each) =>
      transaction.get(
        collection('orderEvents').where('orderId', '==', each.data().id).limit(mostEvents),
      ),
    ),
  )
  let left = shop
  for (const { ref } of gone.flatMap(({ docs }) => docs)) transaction.delete(ref)
  for (const each of docs) transaction.set(each.ref, { ...each.data(), uid: undefined })
  for (const each of ended) {
    transaction.delete(each.ref)
    unclaim(database, transaction, 'order secret', each.data().secretHash)
    const { providerRef } = each.data()
    if (providerRef !== undefined) unclaim(database, transaction, 'payment', providerRef)
    const order = toOrder(each.data())
    left = countOrder(left, each.data(), undefined)
    const restricted = restrictOrder(order)
    if (restricted) transaction.set(document('restrictedOrders', String(order.number)), restricted)
  }
  transaction.set(shopReference, left)
  return docs.length
}
