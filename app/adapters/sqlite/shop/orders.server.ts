import type { Kysely } from 'kysely'
import { entitlementsChanged } from '../../../domain/desks/entitlement-records'
import { mailsTakenBack } from '../../../domain/outbox/mail-changes'
import { bookingOf } from '../../../domain/shop/bookings'
import { beginOrder, changeOrder, needsInvoice } from '../../../domain/shop/order-changes'
import { unpaidStates } from '../../../domain/shop/order-payment'
import {
  type OrderChange,
  type OrderMoved,
  type OrderStore,
  paymentBooking,
} from '../../../domain/shop/order-store'
import { isSameOrder, type NewOrder, type Order } from '../../../domain/shop/orders'
import { declaredStock, leftOf } from '../../../domain/shop/stock'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { isAccountThere, isDeskThere } from '../erasure/visible.server'
import { addMails } from '../outbox/mails.server'
import { readingIn, write } from '../records/records.server'
import { addBooking, countOrder, createOrderLists } from './order-lists.server'
import { findOrderRow, toOrder, toOrderRow } from './order-rows.server'
import { indexOrder } from './order-search.server'
import { readStock, readStockOf, writeStock } from './stock.server'

export function createOrderStore({ kysely }: Database): OrderStore {
  const orders = () => kysely.selectFrom('orders').selectAll()

  return {
    place: (order, declared, mails = []) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('orders')
          .selectAll()
          .where('checkoutKey', '=', order.checkoutKey)
          .executeTakeFirst()
        if (row) {
          const known = toOrder(row)
          return { kind: isSameOrder(known, order) ? 'again' : 'conflict', order: known }
        }
        const stock = await readStockOf(transaction, order.lines)
        const owned = await withOwners(transaction, order)
        const begun = beginOrder(owned, stock, declared)
        if (begun.kind === 'short') return begun
        const placed: Order = { ...begun.order, number: await next(transaction, 'order') }
        await transaction.insertInto('orders').values(toOrderRow(placed)).execute()
        await writeStock(transaction, begun.stock)
        await countOrder(transaction, undefined, placed)
        await indexOrder(transaction, placed)
        await addMails(transaction, mails, order.createdAt)
        return { kind: 'placed', order: placed }
      }),

    move: (scope, decide, event) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await findOrderRow(transaction, scope)
        if (!row) return { kind: 'unknown' }
        const order = toOrder(row)
        if (event !== undefined && !(await remember(transaction, event, order.id))) {
          return { kind: 'again', order }
        }
        const change = decide(order)
        if (!change) return { kind: 'refused', order }
        return carryOut(transaction, order, change)
      }),

    async find(scope) {
      const row = await findOrderRow(kysely, scope)
      return row && toOrder(row)
    },

    async listByAccount(uid, limit, before = Number.MAX_SAFE_INTEGER) {
      const found = orders()
        .where('uid', '=', uid)
        .where('number', '<', before)
        .orderBy('number', 'desc')
        .limit(limit)
      return (await found.execute()).map(toOrder)
    },

    ...createOrderLists(kysely),

    async listUnpaid(now, limit, after) {
      let found = orders()
        .where('state', 'in', unpaidStates)
        .where('payableUntil', '<', now.getTime())
        .orderBy('payableUntil')
        .orderBy('checkoutKey')
        .limit(limit)
      if (after) {
        const { payableUntil, checkoutKey } = after
        found = found.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('payableUntil', 'checkoutKey'),
            '>',
            tuple(payableUntil.getTime(), checkoutKey),
          ),
        )
      }
      return (await found.execute()).map(toOrder)
    },

    async listUnproven(now, limit) {
      const found = orders()
        .where('state', 'in', unpaidStates)
        .where('stockTaken', '=', 1)
        .where('reservedUntil', '<', now.getTime())
        .orderBy('reservedUntil')
        .limit(limit)
      return (await found.execute()).map(toOrder)
    },

    async stockLeft(declared) {
      return leftOf(declaredStock(await readStock(kysely, Object.keys(declared)), declared))
    },
  }
}

/** Without account or desk where they are being erased. */
async function withOwners(
  transaction: Kysely<Schema>,
  { uid, deskId, ...order }: NewOrder,
): Promise<NewOrder> {
  const account = await transaction
    .selectFrom('accounts')
    .select('uid')
    .where('uid', '=', uid ?? '')
    .where(isAccountThere('accounts.uid'))
    .executeTakeFirst()
  const desk = await transaction
    .selectFrom('desks')
    .select('id')
    .where('id', '=', deskId ?? '')
    .where(isDeskThere('desks.id'))
    .executeTakeFirst()
  return { ...order, ...(account && { uid }), ...(desk && { deskId }) }
}

async function carryOut(
  transaction: Kysely<Schema>,
  order: Order,
  change: OrderChange,
): Promise<OrderMoved> {
  const { booking, mails = [], takesBack } = change
  const stock = await readStockOf(transaction, order.lines)
  const made = changeOrder(order, change, stock)
  if (made.kind === 'short') return { kind: 'short', order }
  if (takesBack && !(await takeBack(transaction, order.id, takesBack))) {
    return { kind: 'late', order }
  }
  const changed = made.order
  if (needsInvoice(order, change)) changed.invoiceNumber = await next(transaction, 'invoice')
  await writeStock(transaction, made.stock)
  await countOrder(transaction, order, changed)
  await indexOrder(transaction, changed, order)
  await transaction
    .updateTable('orders')
    .set(toOrderRow(changed))
    .where('id', '=', order.id)
    .execute()
  await write(transaction, await entitlementsChanged(readingIn(transaction), order.id, change))
  if (booking) await addBooking(transaction, bookingOf(changed, booking))
  await addMails(transaction, mails, changed.updatedAt)
  return { kind: 'moved', order: changed }
}

/** Returns false, and changes nothing, where an e-mail has left. */
async function takeBack(
  transaction: Kysely<Schema>,
  orderId: string,
  { mails, payment }: NonNullable<OrderChange['takesBack']>,
): Promise<boolean> {
  const takenBack = await mailsTakenBack(readingIn(transaction), mails)
  if (!takenBack) return false
  await write(transaction, takenBack)
  if (!payment) return true
  await transaction.deleteFrom('bookings').where('id', '=', paymentBooking(orderId)).execute()
  return true
}

async function remember(transaction: Kysely<Schema>, id: string, orderId: string) {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('orderEvents')
    .values({ id, orderId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function next(transaction: Kysely<Schema>, name: 'order' | 'invoice'): Promise<number> {
  const { value } = await transaction
    .updateTable('counters')
    .set((column) => ({ value: column('value', '+', 1) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
