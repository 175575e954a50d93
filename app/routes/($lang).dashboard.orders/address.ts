import { type OrderListName, orderListNames } from '~/domain/shop/order-lists'
import type { Language } from '~/domain/text/languages'
import { soughtLine } from '~/domain/text/single-line'
import { withQuery } from '~/i18n/addresses'

export interface OrdersQuery {
  list: OrderListName
  q: string
}

/**
 * What an address of the room shows: an order beside the list, a later page of it, or a sheet to print, with
 * the language of the page to go back to.
 */
interface View {
  order?: number
  after?: number
  print?: PrintKind
  from?: Language
}

export const printKinds = ['packing-slip', 'invoice'] as const

export type PrintKind = (typeof printKinds)[number]

export function readOrdersQuery(query: URLSearchParams): OrdersQuery {
  const q = soughtLine(query.get('q'))
  const list = orderListNames.find((name) => name === query.get('list'))
  return { list: q ? 'all' : (list ?? 'to-send'), q }
}

export function ordersAddress({ list, q }: OrdersQuery, view: View = {}): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  else if (list !== 'to-send') query.set('list', list)
  for (const [name, value] of Object.entries(view)) if (value) query.set(name, String(value))
  return withQuery('/dashboard/orders', query)
}

export function numberIn(query: URLSearchParams, name: 'order' | 'after'): number | undefined {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined
}
