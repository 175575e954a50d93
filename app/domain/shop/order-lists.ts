import { fold, shorten, signsOf } from '../text/search-folding'
import type { OrderState } from './order-states'
import { invoiceName, type Order } from './orders'

/**
 * The lists of orders that there are, and in which states and order: by number, so that a cursor is a
 * number. A store needs no other combination of filter and order.
 */
export const orderLists = {
  'to-send': { states: ['paid'], first: 'oldest' },
  'to-pay': { states: ['created', 'awaiting-payment'], first: 'newest' },
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
  /** The number after which the next page begins; undefined at the end. */
  next?: number
}

/** How many orders there are in each state. */
export type OrderCounts = Record<OrderState, number>

/** Returns how many orders a list holds. */
export function countIn(name: OrderListName, counts: OrderCounts): number {
  const states = orderLists[name].states ?? (Object.keys(counts) as OrderState[])
  return states.reduce((sum, state) => sum + counts[state], 0)
}

/** How many words of a search count. */
const mostWords = 5

/**
 * Returns the words by which an order is found: of its customer's name, e-mail address and place, and
 * its numbers, folded as search folds, umlauts without their e.
 */
export function orderWords({
  number,
  invoiceNumber,
  email,
  address,
  providerRef,
}: Pick<Order, 'number' | 'invoiceNumber' | 'email' | 'address' | 'providerRef'>): string[] {
  const texts = [
    String(number),
    invoiceNumber === undefined ? '' : invoiceName(invoiceNumber),
    providerRef ?? '',
    email,
    address?.name ?? '',
    address?.city ?? '',
  ]
  return wordsOf(texts.join(' '))
}

/**
 * Returns what to look for, of what somebody typed: a transfer's reference (RF, two check digits, the
 * number; with blanks as on a statement) is its order's number.
 */
export function orderSearch(typed: string): string[] {
  const text = typed.slice(0, 200)
  const [, reference] = /^RF\d\d(\d{1,12})$/i.exec(text.replace(/\s/g, '')) ?? []
  return reference ? [reference] : wordsOf(text).slice(0, mostWords)
}

/** Whether a word that was typed stands for this word of an order: figures wholly, else its beginning. */
export function isFoundBy(word: string, typed: string): boolean {
  return /^\d+$/.test(typed) ? word === typed : word.startsWith(typed)
}

function wordsOf(text: string): string[] {
  return [
    ...new Set(
      signsOf(shorten(fold(text)))
        .trim()
        .split(' '),
    ),
  ].filter(Boolean)
}
