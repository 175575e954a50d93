import { type OrderListName, orderListNames } from '~/domain/shop/order-lists'

/** What the list shows, as its address says it. */
export interface OrdersQuery {
  list: OrderListName
  /** What is searched for, among all orders; empty for no search. */
  q: string
}

/** Where else in the room an address leads: an order beside the list, a further page of it, a sheet to print. */
interface Place {
  order?: number
  after?: number
  print?: Sheet
}

export const printSheets = ['packing-slip', 'invoice'] as const

export type Sheet = (typeof printSheets)[number]

/** Reads the address; what it does not know counts as not said. */
export function readOrdersQuery(query: URLSearchParams): OrdersQuery {
  const q = (query.get('q') ?? '').trim().slice(0, 200)
  const list = orderListNames.find((name) => name === query.get('list'))
  return { list: q ? 'all' : (list ?? 'to-send'), q }
}

/** The address of a list, and of a place beside it. */
export function ordersAddress({ list, q }: OrdersQuery, place: Place = {}): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  else if (list !== 'to-send') query.set('list', list)
  for (const [name, value] of Object.entries(place)) if (value) query.set(name, String(value))
  return query.size > 0 ? `/dashboard/orders?${query}` : '/dashboard/orders'
}

/** The number in a field of the address; undefined where there is none or it is no number. */
export function numberIn(query: URLSearchParams, name: 'order' | 'after'): number | undefined {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined
}
