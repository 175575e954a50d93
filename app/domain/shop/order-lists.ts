import { languages } from '../text/languages'
import { withoutNumberSigns } from '../text/numbers'
import { foldText, shortenText } from '../text/search-folding'
import type { Texts } from './catalogue'
import type { OrderState } from './order-states'
import { invoiceName, type Order } from './orders'

/** Ordered by number, so that a cursor is a number. Stores need no other combination. */
export const orderLists = {
  'to-send': { states: ['to-prepare', 'paid'], first: 'oldest' },
  'to-pay': { states: ['created', 'awaiting-payment', 'ready'], first: 'newest' },
  done: { states: ['fulfilled'], first: 'newest' },
  ended: { states: ['cancelled', 'expired', 'refunded'], first: 'newest' },
  all: { states: undefined, first: 'newest' },
} as const satisfies Record<
  string,
  { states: readonly OrderState[] | undefined; first: 'oldest' | 'newest' }
>

export type OrderListName = keyof typeof orderLists

export const orderListNames = Object.keys(orderLists) as OrderListName[]

export interface OrderPage {
  orders: Order[]
  /** Continue after this number; undefined at the end. */
  next?: number
}

export type OrderCounts = Record<OrderState, number>

export function countIn(name: OrderListName, counts: OrderCounts): number {
  const states = orderLists[name].states ?? (Object.keys(counts) as OrderState[])
  return states.reduce((sum, state) => sum + counts[state], 0)
}

const mostWords = 5

type Findable = Pick<Order, 'number' | 'invoiceNumber' | 'email' | 'address' | 'providerRef'> &
  Partial<Pick<Order, 'pickup' | 'billing'>> & { lines: readonly { title: Texts }[] }

/** Name, e-mail, address, products and numbers: the text in which orders are searched. */
export function orderText(order: Findable): string {
  const { number, invoiceNumber, providerRef, email, pickup, address, billing, lines } = order
  const texts = [
    String(number),
    invoiceNumber === undefined ? '' : invoiceName(invoiceNumber),
    providerRef ?? '',
    email,
    pickup?.name ?? '',
    ...[address, billing].flatMap((each) => [
      each?.company ?? '',
      each?.name ?? '',
      each?.street ?? '',
      each?.line2 ?? '',
      each?.postcode ?? '',
      each?.city ?? '',
    ]),
    ...lines.flatMap(({ title }) => languages.map((language) => title[language])),
  ]
  return texts.join(' ')
}

/** The words of an order's text, folded as in search, umlauts without their e. */
export function orderWords(order: Findable): string[] {
  return [...new Set(wordsOf(orderText(order)).map(shortenText))]
}

/** A transfer reference (RF, two check digits, number) gives the number. */
export function orderSearch(typed: string): string[] {
  const text = withoutNumberSigns(typed.slice(0, 200))
  const [, reference] = /^RF\d\d(\d{1,12})$/i.exec(text.replace(/\s/g, '')) ?? []
  return reference ? [reference] : wordsOf(text).slice(0, mostWords)
}

/** Whether a shortened word does: numbers match entirely, other words by their beginning. */
export function isFoundBy(word: string, typed: string): boolean {
  return /^\d+$/.test(typed) ? word === typed : word.startsWith(typed)
}

function wordsOf(text: string): string[] {
  return [...new Set(foldText(text).trim().split(' '))].filter(Boolean)
}
