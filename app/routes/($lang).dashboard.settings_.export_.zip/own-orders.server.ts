import type { OrderStore } from '~/domain/shop/order-store'
import type { Order } from '~/domain/shop/orders'

const pieceSize = 100

/** Without what its link is derived from, and without keys of forms. */
export type TakenOrder = Omit<
  Order,
  | 'id'
  | 'checkoutKey'
  | 'secretHash'
  | 'providerRef'
  | 'uid'
  | 'deskId'
  | 'history'
  | 'refunds'
  | 'reservedUntil'
  | 'stockTaken'
> & { refunds: Omit<Order['refunds'][number], 'key' | 'restocked'>[] }

/** What the account has ordered, the newest first, page by page. */
export async function* readOrders(store: OrderStore, uid: string): AsyncGenerator<TakenOrder> {
  let before: number | undefined
  for (;;) {
    const orders = await store.listByAccount(uid, pieceSize, before)
    for (const order of orders) yield takenOrder(order)
    before = orders.at(-1)?.number
    if (orders.length < pieceSize) return
  }
}

function takenOrder({
  id: _,
  checkoutKey: __,
  secretHash: ___,
  providerRef: ____,
  uid: _____,
  deskId: ______,
  history: _______,
  reservedUntil: ________,
  stockTaken: _________,
  refunds,
  ...taken
}: Order): TakenOrder {
  return {
    ...taken,
    refunds: refunds.map(({ key: _, restocked: __, ...refund }) => refund),
  }
}
