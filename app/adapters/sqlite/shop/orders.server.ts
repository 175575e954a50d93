import type { Kysely } from 'kysely'
import { bookingOf } from '../../../domain/shop/bookings'
import type { OrderChange, OrderStore } from '../../../domain/shop/order-store'
import { isSameOrder, type Order } from '../../../domain/shop/orders'
import { heldPieces } from '../../../domain/shop/refunds'
import type { Database } from '../database/database.server'
import { type Schema, toRow } from '../database/schema.server'
import { insertMail } from '../outbox/mail-rows.server'
import { addBooking, addWords, countOrder, createOrderLists } from './order-lists.server'
import { findOrderRow, toOrder } from './order-rows.server'
import { mayReserve, moveStock, readStock, shortOf } from './stock.server'

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
        const left = await shortOf(transaction, order.lines, declared)
        if (Object.keys(left).length > 0) return { kind: 'short', left }
        const stockTaken =
          !order.reservedUntil || (await mayReserve(transaction, order.lines, declared))
        const number = await next(transaction, 'order')
        const state = 'created' as const
        const begun = { state, stockTaken, history: [], refunds: [], updatedAt: order.createdAt }
        const placed: Order = { ...order, ...begun, number }
        await transaction
          .insertInto('orders')
          .values({ ...emptyRow, ...toRow(placed) })
          .execute()
        await moveStock(transaction, {}, heldPieces(placed))
        await countOrder(transaction, undefined, state)
        await addWords(transaction, placed)
        for (const mail of mails) await insertMail(transaction, mail, order.createdAt)
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
        if (change.stock === 'if-left' && !order.stockTaken) {
          const short = await shortOf(transaction, order.lines)
          if (Object.keys(short).length > 0) return { kind: 'short', order }
        }
        return { kind: 'moved', order: await carryOut(transaction, order, change) }
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

    async listUnpaid(now, limit) {
      const found = orders()
        .where('state', 'in', ['created', 'awaiting-payment'])
        .where('payableUntil', '<', now.getTime())
        .orderBy('payableUntil')
        .limit(limit)
      return (await found.execute()).map(toOrder)
    },

    async listUnproven(now, limit) {
      const found = orders()
        .where('state', 'in', ['created', 'awaiting-payment'])
        .where('stockTaken', '=', 1)
        .where('reservedUntil', '<', now.getTime())
        .orderBy('reservedUntil')
        .limit(limit)
      return (await found.execute()).map(toOrder)
    },

    stockLeft: (declared) => readStock(kysely, declared),
  }
}

const emptyRow = {
  invoiceNumber: null,
  address: null,
  providerRef: null,
  uid: null,
  deskId: null,
  digitalConsentAt: null,
  reservedUntil: null,
  paidAt: null,
  fulfilledAt: null,
  closedAt: null,
  refundedAt: null,
}

async function carryOut(
  transaction: Kysely<Schema>,
  order: Order,
  {
    invoice,
    stock,
    entitlements = [],
    entitlementsEnd,
    booking,
    mails = [],
    ...fields
  }: OrderChange,
): Promise<Order> {
  const changed: Order = { ...order, ...fields }
  if (invoice && changed.invoiceNumber === undefined) {
    changed.invoiceNumber = await next(transaction, 'invoice')
  }
  if (stock) changed.stockTaken = stock !== 'back'
  await moveStock(transaction, heldPieces(order), heldPieces(changed))
  await countOrder(transaction, order.state, changed.state)
  await addWords(transaction, changed)
  await transaction.updateTable('orders').set(toRow(changed)).where('id', '=', order.id).execute()
  for (const entitlement of entitlements) {
    await transaction
      .insertInto('entitlements')
      .values(toRow(entitlement))
      .onConflict((conflict) => conflict.columns(['orderId', 'productId']).doNothing())
      .execute()
  }
  if (entitlementsEnd) {
    const until = entitlementsEnd.at.getTime()
    await transaction
      .updateTable('entitlements')
      .set({ until })
      .where('orderId', '=', order.id)
      .where('productId', 'in', entitlementsEnd.products)
      .where('until', '>', until)
      .execute()
  }
  if (booking) await addBooking(transaction, bookingOf(changed, booking))
  for (const mail of mails) await insertMail(transaction, mail, changed.updatedAt)
  return changed
}

/** Returns whether the event is new. */
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
