import { unpaidStates } from '../../../domain/shop/order-payment'
import { listedAs } from '../../../domain/shop/standings'
import type { Database } from '../database/database.server'
import { listOf } from '../database/documents.server'
import { toOrder } from './order-lists.server'
import { toOrderRecord } from './orders.server'
import { countOrder, newShop, standingOf } from './shop'

const atOnce = 100

const paidStates = ['paid', 'fulfilled', 'refunded']

/**
 * Once for each database: orders of versions that did not list refunds and withdrawals as to do are listed
 * so. Safe to interrupt, and beside other instances: the next start begins again. Ends soon after `closing`,
 * since a client that is terminated meanwhile ends with an unhandled rejection.
 */
export async function listDueOrders(database: Database, closing: AbortSignal): Promise<void> {
  const { collection, document } = database
  const listed = document('probe', 'due orders')
  if ((await listed.get()).exists) return
  const listable = collection('orders').where('state', 'in', [...unpaidStates, ...paidStates])
  let last = 0
  for (;;) {
    const found = await listOf(listable.orderBy('number').startAfter(last).limit(atOnce))
    for (const record of found) if (listedAs(record) !== standingOf(record)) await list(record)
    if (closing.aborted) return
    if (found.length < atOnce) break
    last = found.at(-1)?.number ?? last
  }
  await listed.set({ beats: 0 })

  function list({ checkoutKey }: { checkoutKey: string }): Promise<void> {
    return database.transact(['shop'], async (transaction) => {
      const [order, shop] = [document('orders', checkoutKey), document('shop', 'shop')]
      const before = (await transaction.get(order)).data()
      if (!before) return
      const after = toOrderRecord(toOrder(before))
      const counted = countOrder((await transaction.get(shop)).data() ?? newShop, before, after)
      transaction.set(shop, counted)
      transaction.set(order, after)
    })
  }
}
