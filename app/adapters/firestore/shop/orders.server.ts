import { FieldPath, type Transaction } from 'firebase-admin/firestore'
import { entitlementsChanged } from '../../../domain/desks/entitlement-records'
import { mailsTakenBack } from '../../../domain/outbox/mail-changes'
import { mailsAdded } from '../../../domain/outbox/mail-records'
import { bookingOf } from '../../../domain/shop/bookings'
import { beginOrder, changeOrder, needsInvoice } from '../../../domain/shop/order-changes'
import { unpaidStates } from '../../../domain/shop/order-payment'
import {
  type OrderChange,
  type OrderMoved,
  type OrderScope,
  type OrderStore,
  paymentBooking,
} from '../../../domain/shop/order-store'
import { isSameOrder, type NewOrder, type Order } from '../../../domain/shop/orders'
import { listedAs } from '../../../domain/shop/standings'
import { declaredStock, leftOf } from '../../../domain/shop/stock'
import { emailKey } from '../../../domain/text/email'
import type { Database } from '../database/database.server'
import { firstOf, listOf } from '../database/documents.server'
import type { OrderRecord } from '../database/schema'
import { claim } from '../database/unique.server'
import { readingIn, write } from '../records/records.server'
import { createOrderLists, orderBeginnings, toOrder } from './order-lists.server'
import { countOrder, newShop, stockOf, withStock } from './shop'

/** An order's id is the cart's key; numbers and stock are in one document of the shop. */
export function createOrderStore(database: Database): OrderStore {
  const { collection, document, transact } = database
  const orders = () => collection('orders')
  const find = (scope: OrderScope) =>
    firstOf(orders().where('keys', 'array-contains', keyOf(scope)))
  const shopReference = () => document('shop', 'shop')

  /** Without account or desk where they are being erased. */
  async function withOwners(transaction: Transaction, { uid, deskId, ...order }: NewOrder) {
    const [account, desk] = await Promise.all([
      uid === undefined ? undefined : transaction.get(document('accounts', uid)),
      deskId === undefined ? undefined : transaction.get(document('desks', deskId)),
    ])
    return { ...order, ...(account?.exists && { uid }), ...(desk?.exists && { deskId }) }
  }

  return {
    place: (order, declared, mails = []) =>
      transact(['shop'], async (transaction) => {
        const reference = document('orders', order.checkoutKey)
        const there = (await transaction.get(reference)).data()
        if (there) {
          const known = toOrder(there)
          return { kind: isSameOrder(known, order) ? 'again' : 'conflict', order: known }
        }
        const read = readingIn(database, transaction)
        const [shopThere, owned, added] = await Promise.all([
          transaction.get(shopReference()),
          withOwners(transaction, order),
          mailsAdded(read, mails, order.createdAt),
        ])
        const shop = shopThere.data() ?? newShop
        const begun = beginOrder(owned, stockOf(shop, order), declared)
        if (begun.kind === 'short') return begun
        const placed: Order = { ...begun.order, number: shop.lastOrder + 1 }
        const record = toOrderRecord(placed)
        const counted = countOrder(withStock(shop, begun.stock), undefined, record)
        transaction.set(shopReference(), { ...counted, lastOrder: placed.number })
        transaction.create(reference, record)
        claim(database, transaction, 'order secret', [order.secretHash], order.id)
        write(database, transaction, added)
        return { kind: 'placed', order: placed }
      }),

    async move(scope, decide, event) {
      const found = await find(scope)
      if (!found) return { kind: 'unknown' }
      return transact(['shop'], async (transaction) => {
        const record = (await transaction.get(document('orders', found.checkoutKey))).data()
        if (!record) return { kind: 'unknown' }
        const order = toOrder(record)
        const remembered = event === undefined ? undefined : document('orderEvents', event)
        if (remembered && (await transaction.get(remembered)).exists)
          return { kind: 'again', order }
        const remember = () => remembered && transaction.create(remembered, { orderId: order.id })
        const change = decide(order)
        if (!change) {
          remember()
          return { kind: 'refused', order }
        }
        const moved = await carryOut(database, transaction, record, change)
        remember()
        return moved
      })
    },

    async find(scope) {
      const found = await find(scope)
      return found && toOrder(found)
    },

    async listByAccount(uid, limit, before = Number.MAX_SAFE_INTEGER) {
      const own = orders().where('uid', '==', uid).where('number', '<', before)
      return (await listOf(own.orderBy('number', 'desc').limit(limit))).map(toOrder)
    },

    async listOfCustomer(email, limit) {
      const theirs = orders().where('words', 'array-contains', wordOfCustomer(email))
      return (await listOf(theirs.orderBy('number', 'desc').limit(limit))).map(toOrder)
    },

    ...createOrderLists(database),

    async listUnpaid(now, limit, after) {
      const due = orders().where('state', 'in', unpaidStates).where('payableUntil', '<', now)
      const all = due.orderBy('payableUntil').orderBy(FieldPath.documentId())
      const query = after ? all.startAfter(after.payableUntil, after.checkoutKey) : all
      return (await listOf(query.limit(limit))).map(toOrder)
    },

    async listUnproven(now, limit) {
      const holding = orders().where('state', 'in', unpaidStates).where('stockTaken', '==', true)
      const due = holding.where('reservedUntil', '<', now).orderBy('reservedUntil')
      return (await listOf(due.limit(limit))).map(toOrder)
    },

    async stockLeft(declared) {
      const { stock } = (await shopReference().get()).data() ?? newShop
      return leftOf(declaredStock(Object.values(stock), declared))
    },
  }
}

async function carryOut(
  database: Database,
  transaction: Transaction,
  stored: OrderRecord,
  change: OrderChange,
): Promise<OrderMoved> {
  const { document } = database
  const order = toOrder(stored)
  const { booking, mails = [], takesBack } = change
  const shopReference = document('shop', 'shop')
  const shop = (await transaction.get(shopReference)).data() ?? newShop
  const read = readingIn(database, transaction)
  const takenBack = await mailsTakenBack(read, takesBack?.mails ?? [])
  if (!takenBack) return { kind: 'late', order }
  const made = changeOrder(order, change, stockOf(shop, order))
  if (made.kind === 'short') return { kind: 'short', order }
  const added = await mailsAdded(read, mails, made.order.updatedAt)
  const granted = await entitlementsChanged(read, order.id, change)
  const changed = { ...made.order }
  const { lastInvoice } = shop
  if (needsInvoice(order, change)) changed.invoiceNumber = lastInvoice + 1
  const record = toOrderRecord(changed)
  transaction.set(shopReference, {
    ...countOrder(withStock(shop, made.stock), stored, record),
    lastInvoice: Math.max(lastInvoice, changed.invoiceNumber ?? 0),
  })
  const { providerRef } = changed
  if (providerRef !== undefined && providerRef !== order.providerRef)
    claim(database, transaction, 'payment', [providerRef], order.id)
  transaction.set(document('orders', order.checkoutKey), record)
  write(database, transaction, [...takenBack, ...added, ...granted])
  if (takesBack?.payment) transaction.delete(document('bookings', paymentBooking(order.id)))
  if (booking) transaction.set(document('bookings', booking.id), bookingOf(changed, booking))
  return { kind: 'moved', order: changed }
}

function keyOf(scope: OrderScope): string {
  const [[name, value] = []] = Object.entries(scope)
  return `${name} ${value}`
}

/** Unlike any word that is typed. */
function wordOfCustomer(email: string): string {
  return `of ${emailKey(email)}`
}

export function toOrderRecord(order: Order): OrderRecord {
  const { id, number, secretHash, providerRef } = order
  const scopes: OrderScope[] = [{ id }, { number }, { secretHash }]
  if (providerRef !== undefined) scopes.push({ providerRef })
  return {
    ...order,
    keys: scopes.map(keyOf),
    words: [...orderBeginnings(order), wordOfCustomer(order.email)],
    ...(listedAs(order) !== order.state && { refundDue: number }),
  }
}
