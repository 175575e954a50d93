import { AggregateField, FieldPath, type Query } from 'firebase-admin/firestore'
import type { Booking } from '../../../domain/shop/bookings'
import {
  isFoundBy,
  noOrders,
  type OrderPage,
  orderLists,
  orderWords,
} from '../../../domain/shop/order-lists'
import { orderStates } from '../../../domain/shop/order-states'
import type { OrderStore } from '../../../domain/shop/order-store'
import type { Order } from '../../../domain/shop/orders'
import { shortenText } from '../../../domain/text/search-folding'
import type { Database } from '../database/database.server'
import { collect, listOf } from '../database/documents.server'
import type { OrderRecord } from '../database/schema'

/** Letters per indexed beginning; the rest is compared. */
const longest = 12

export function createOrderLists({
  collection,
  document,
}: Database): Pick<
  OrderStore,
  'list' | 'search' | 'searchLevel' | 'count' | 'listBookings' | 'takings'
> {
  return {
    async list(name, limit, after) {
      const { states, first } = orderLists[name]
      const rest = (query: Query<OrderRecord>, field: 'number' | 'refundDue') => {
        const sorted = query.orderBy(field, first === 'newest' ? 'desc' : 'asc')
        return after === undefined ? sorted : sorted.startAfter(after)
      }
      const all = collection('orders')
      if (!states) return pageOf(await listOf(rest(all, 'number').limit(limit + 1)), limit)
      const stored = orderStates.filter((state) => states.some((each) => each === state))
      const [listed, due] = await Promise.all([
        collect(rest(all.where('state', 'in', stored), 'number'), limit + 1, isNotDue),
        stored.length < states.length ? listOf(rest(all, 'refundDue').limit(limit + 1)) : [],
      ])
      const sign = first === 'newest' ? -1 : 1
      return pageOf(
        [...listed, ...due].sort((one, other) => sign * (one.number - other.number)),
        limit,
      )
    },

    searchLevel: 'prefix',

    async search(typed, limit, after = Number.MAX_SAFE_INTEGER) {
      const words = typed.map(shortenText)
      const [leading] = words.toSorted((one, other) => other.length - one.length)
      if (leading === undefined) return { orders: [] }
      const led = collection('orders')
        .where('words', 'array-contains', [...leading].slice(0, longest).join(''))
        .where('number', '<', after)
        .orderBy('number', 'desc')
      const found = await collect(led, limit + 1, (order) => {
        const own = orderWords(order)
        return words.every((each) => own.some((word) => isFoundBy(word, each)))
      })
      return pageOf(found, limit)
    },

    async count() {
      const shop = (await document('shop', 'shop').get()).data()
      return { ...noOrders, ...shop?.orders }
    },

    async listBookings(from, to, limit, after) {
      const [, at, id] = /^(\d+) (.+)$/.exec(after ?? '') ?? []
      const all = collection('bookings').where('at', '>=', from).where('at', '<', to)
      const booked = all.orderBy('at').orderBy(FieldPath.documentId())
      const rest = id === undefined ? booked : booked.startAfter(new Date(Number(at)), id)
      const { docs } = await rest.limit(limit + 1).get()
      const bookings = docs.slice(0, limit).map((each) => each.data())
      const last = docs.length > limit ? docs[limit - 1] : undefined
      return { bookings, next: last && `${last.data().at.getTime()} ${last.id}` }
    },

    async takings(from, to) {
      const booked = collection('bookings').where('at', '>=', from).where('at', '<', to)
      const [paid, refunded] = await Promise.all(
        (['payment', 'refund'] satisfies Booking['kind'][]).map(async (kind) => {
          const sum = { gross: AggregateField.sum('gross') }
          const found = await booked.where('kind', '==', kind).aggregate(sum).get()
          return found.data().gross
        }),
      )
      return (paid ?? 0) - (refunded ?? 0)
    },
  }
}

/** Words of one order: those of its numbers, customer and address are among the first. */
const mostWords = 100

/** Beginnings of words; numbers as a whole. */
export function orderBeginnings(order: Order): string[] {
  const beginnings = orderWords(order)
    .slice(0, mostWords)
    .flatMap((word) => {
      const signs = [...word].slice(0, longest)
      return /^\d+$/.test(word)
        ? word.slice(0, longest)
        : signs.map((_, index) => signs.slice(0, index + 1).join(''))
    })
  return [...new Set(beginnings)]
}

export function toOrder(record: OrderRecord): Order {
  const { keys: _, words: __, refundDue: ___, ...order } = record
  return order
}

function isNotDue({ refundDue }: OrderRecord): boolean {
  return refundDue === undefined
}

function pageOf(records: OrderRecord[], limit: number): OrderPage {
  const orders = records.slice(0, limit).map(toOrder)
  return { orders, next: records.length > limit ? orders.at(-1)?.number : undefined }
}
