import { languages } from '../text/languages'
import { withoutNumberNouns, withoutNumberSigns } from '../text/numbers'
import { foldText, shortenText } from '../text/search-folding'
import type { Texts } from './catalogue'
import { orderStates } from './order-states'
import { invoiceName, type Order } from './orders'
import type { Standing } from './standings'

/** Of orders as `listedAs`. Ordered by number, so that a cursor is a number. Stores need no other combination. */
export const orderLists = {
  'to-send': {
    states: ['to-accept', 'to-prepare', 'paid', 'refund-due', 'withdrawn'],
    first: 'oldest',
  },
  'to-pay': { states: ['created', 'awaiting-payment', 'ready'], first: 'newest' },
  done: { states: ['fulfilled'], first: 'newest' },
  ended: { states: ['cancelled', 'expired', 'refunded'], first: 'newest' },
  all: { states: undefined, first: 'newest' },
} as const satisfies Record<
  string,
  { states: readonly Standing[] | undefined; first: 'oldest' | 'newest' }
>

export type OrderListName = keyof typeof orderLists

export const orderListNames = Object.keys(orderLists) as OrderListName[]

export interface OrderPage {
  orders: Order[]
  /** Continue after this number; undefined at the end. */
  next?: number
}

export type OrderCounts = Record<Standing, number>

export const noOrders = Object.fromEntries(
  [...orderStates, 'refund-due', 'withdrawn', 'to-accept'].map((standing) => [standing, 0]),
) as OrderCounts

export function countIn(name: OrderListName, counts: OrderCounts): number {
  const states = orderLists[name].states ?? (Object.keys(counts) as Standing[])
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
      ...postcodeForms(each?.postcode),
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

/** As written and in one piece: people search "1012AB" for "1012 AB". */
function postcodeForms(postcode = ''): string[] {
  return [...new Set([postcode, postcode.replace(/[ -]/g, '')])]
}

/** Vehicle signs and countries' codes in front of a postcode. */
const countrySign = /(?<![\p{L}\p{N}])[A-Z]{1,3} ?[- ] ?(?=\d{4,5}(?!\d))/giu

/** A transfer reference (RF, two check digits, number) gives the number. */
export function orderSearch(typed: string): string[] {
  const text = withoutNumberSigns(typed.slice(0, 200)).replace(countrySign, '')
  const [, reference] = /^RF\d\d(\d{1,12})$/i.exec(text.replace(/\s/g, '')) ?? []
  if (reference) return [reference]
  const told = withoutNumberNouns(wordsOf(text))
  // Beside others it is a part of an e-mail address or a product.
  const words = told.map(told.length === 1 ? asPrinted : streetBeginning)
  return [...new Set(words)].slice(0, mostWords)
}

/** An invoice's number with all its digits: "R5" is R00005. */
function asPrinted(word: string): string {
  const [, digits] = /^r(\d{1,4})$/.exec(word) ?? []
  return digits ? invoiceName(Number(digits)).toLowerCase() : streetBeginning(word)
}

/** What "Hafenstraße" and "Hafenstr." have in common. */
function streetBeginning(word: string): string {
  return word.replace(/strasse$/, 'str').replace(/^street$/, 'st')
}

/** Whether a shortened word does: numbers match entirely, other words by their beginning. */
export function isFoundBy(word: string, typed: string): boolean {
  return /^\d+$/.test(typed) ? word === typed : word.startsWith(typed)
}

function wordsOf(text: string): string[] {
  return [...new Set(foldText(text).trim().split(' '))].filter(Boolean)
}
