import { withoutNumberSigns } from '../text/numbers'
import { foldText, shortenText } from '../text/search-folding'
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

/** Name, e-mail, address and numbers, folded as in search, umlauts without their e. */
export function orderWords({
  number,
  invoiceNumber,
  email,
  address,
  pickup,
  billing,
  providerRef,
}: Pick<Order, 'number' | 'invoiceNumber' | 'email' | 'address' | 'providerRef'> &
  Partial<Pick<Order, 'pickup' | 'billing'>>): string[] {
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
  ]
  return wordsOf(texts.join(' '))
}

/** A transfer reference (RF, two check digits, number) gives the number. */
export function orderSearch(typed: string): string[] {
  const text = withoutNumberSigns(typed.slice(0, 200))
  const [, reference] = /^RF\d\d(\d{1,12})$/i.exec(text.replace(/\s/g, '')) ?? []
  return reference ? [reference] : wordsOf(text).slice(0, mostWords)
}

/** Numbers match entirely, other words by their beginning. */
export function isFoundBy(word: string, typed: string): boolean {
  return /^\d+$/.test(typed) ? word === typed : word.startsWith(typed)
}

function wordsOf(text: string): string[] {
  return [...new Set(shortenText(foldText(text)).trim().split(' '))].filter(Boolean)
}
