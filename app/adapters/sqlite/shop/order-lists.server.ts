import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Booking } from '../../../domain/shop/bookings'
import { noOrders, type OrderPage, orderLists, orderSearch } from '../../../domain/shop/order-lists'
import type { OrderStore } from '../../../domain/shop/order-store'
import type { Order } from '../../../domain/shop/orders'
import { listedAs } from '../../../domain/shop/standings'
import { emailKey } from '../../../domain/text/email'
import { type Schema, toRow } from '../database/schema.server'
import { pageOf } from './order-rows.server'
import { searchOrders } from './order-search.server'

const vat = z.string().transform((text) => JSON.parse(text) as Booking['vat'])

const resembling = 50

export function createOrderLists(
  kysely: Kysely<Schema>,
): Pick<
  OrderStore,
  'list' | 'search' | 'searchLevel' | 'listOfCustomer' | 'count' | 'listBookings' | 'takings'
> {
  return {
    async list(name, limit, after) {
      const { states, first } = orderLists[name]
      let listed = kysely
        .selectFrom('orders')
        .selectAll()
        .orderBy('number', first === 'newest' ? 'desc' : 'asc')
        .limit(limit + 1)
      if (after !== undefined) {
        listed = listed.where('number', first === 'newest' ? '<' : '>', after)
      }
      if (!states) return pageOf(await listed.execute(), limit)
      // One query for each: it is already in order.
      const each = states.map((state) => listed.where('listed', '=', state).execute())
      const rows = (await Promise.all(each)).flat()
      rows.sort((one, other) => (other.number - one.number) * (first === 'newest' ? 1 : -1))
      return pageOf(rows, limit)
    },

    searchLevel: 'infix',
    search: (words, limit, after) => searchOrders(kysely, words, limit, after),

    async listOfCustomer(email, limit) {
      const words = orderSearch(email)
      const theirs: Order[] = []
      let after: number | undefined = Number.MAX_SAFE_INTEGER
      while (after !== undefined && theirs.length < limit) {
        // It also finds some that only resemble the address.
        const page: OrderPage = await searchOrders(kysely, words, resembling, after)
        theirs.push(...page.orders.filter((order) => emailKey(order.email) === emailKey(email)))
        after = page.next
      }
      return theirs.slice(0, limit)
    },

    async count() {
      const rows = await kysely.selectFrom('orderCounts').selectAll().execute()
      return {
        ...noOrders,
        ...Object.fromEntries(rows.map(({ listed, orders }) => [listed, orders])),
      }
    },

    async listBookings(from, to, limit, after) {
      const [, at, id] = /^(\d+) (.+)$/.exec(after ?? '') ?? []
      let found = kysely
        .selectFrom('bookings')
        .selectAll()
        .where('at', '>=', from.getTime())
        .where('at', '<', to.getTime())
        .orderBy('at')
        .orderBy('id')
        .limit(limit + 1)
      if (at !== undefined && id !== undefined) {
        found = found.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('at', 'id'), '>', tuple(Number(at), id)),
        )
      }
      const rows = await found.execute()
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        bookings: rows.slice(0, limit).map(toBooking),
        next: last && `${last.at} ${last.id}`,
      }
    },

    async takings(from, to) {
      const { taken } = await kysely
        .selectFrom('bookings')
        .select(sql<number | null>`sum(iif(kind = 'refund', -gross, gross))`.as('taken'))
        .where('at', '>=', from.getTime())
        .where('at', '<', to.getTime())
        .executeTakeFirstOrThrow()
      return taken ?? 0
    },
  }
}

export function toBooking(row: Schema['bookings']): Booking {
  return {
    ...row,
    at: new Date(row.at),
    country: row.country ?? undefined,
    vat: vat.parse(row.vat),
  }
}

type Counted = Pick<Order, 'state' | 'refunds' | 'history'>

/** Updates the counts within the transaction that places, moves or erases an order. */
export async function countOrder(
  transaction: Kysely<Schema>,
  before: Counted | undefined,
  after: Counted | undefined,
): Promise<void> {
  const [left, entered] = [before && listedAs(before), after && listedAs(after)]
  if (left === entered) return
  for (const [listed, by] of [[left, -1] as const, [entered, 1] as const]) {
    if (!listed) continue
    await transaction
      .insertInto('orderCounts')
      .values({ listed, orders: by })
      .onConflict((conflict) =>
        conflict.column('listed').doUpdateSet(({ eb }) => ({
          orders: eb('orderCounts.orders', '+', by),
        })),
      )
      .execute()
  }
}

export async function addBooking(transaction: Kysely<Schema>, booking: Booking): Promise<void> {
  await transaction
    .insertInto('bookings')
    .values(toRow({ ...booking, country: booking.country }))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
