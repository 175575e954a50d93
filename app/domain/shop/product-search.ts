import { type Language, languages } from '../text/languages'
import { fold, shorten, signsOf } from '../text/search-folding'
import type { Catalogue, Product, Texts } from './catalogue'

export const sortOrders = ['shelf', 'cheapest', 'dearest', 'name'] as const

type SortOrder = (typeof sortOrders)[number]

export interface ProductQuery {
  words: string
  category?: string
  order: SortOrder
}

const mostWords = 8
const longestWord = 40

/** Title also covers the category's; summary, the picture's text. */
const weights = { title: 12, summary: 4, description: 2 }

/** All words in either language; if none match, typing errors are forgiven. */
export function searchProducts(
  catalogue: Catalogue,
  { words, category, order }: ProductQuery,
  language: Language,
): Product[] {
  const wanted = wordsOf(words).slice(0, mostWords)
  const shown = catalogue.products.filter(
    (product) => category === undefined || product.category === category,
  )
  const find = (forgiving: boolean) =>
    shown
      .map((product) => ({ product, score: scoreOf(product, catalogue, wanted, forgiving) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ product }) => product)
  const exact = wanted.length > 0 ? find(false) : shown
  const found = exact.length > 0 ? exact : find(true)
  return found.sort((one, other) => compare(one, other, order, language))
}

/** 0 unless every word matches. */
function scoreOf(
  product: Product,
  { categories }: Catalogue,
  wanted: string[],
  forgiving: boolean,
): number {
  const { title, summary, description, images } = product
  const beside = [categories[product.category], summary, ...images.map(({ alt }) => alt)]
  const fields = [
    { weight: weights.title, text: spoken(title) },
    { weight: weights.summary, text: beside.map((each) => (each ? spoken(each) : '')).join('') },
    { weight: weights.description, text: spoken(description) },
  ]
  let sum = 1
  for (const word of wanted) {
    const best = Math.max(
      ...fields.map(({ weight, text }) => weight * fitOf(word, text, forgiving)),
    )
    if (best === 0) return 0
    sum += best
  }
  return sum
}

/** 3 for a word's beginning, 2 within a word, 1 with a typing error, 0 for none. */
function fitOf(word: string, text: string, forgiving: boolean): number {
  if (text.includes(` ${word}`)) return 3
  if (word.length >= 3 && text.includes(word)) return 2
  return forgiving && word.length >= 4 && isNear(word, text) ? 1 : 0
}

/**
 * Whether the text has the word with one letter wrong, missing, added or swapped (two from eight
 * letters on). Source: P. H. Sellers, 1980, with the transposition of F. Damerau, 1964. The first
 * letter must match, which avoids most accidents.
 */
function isNear(word: string, text: string): boolean {
  const allowed = word.length >= 8 ? 2 : 1
  return text
    .split(word.charAt(0))
    .slice(1)
    .some((rest) => isPrefixNear(word.slice(1), rest.slice(0, word.length + allowed), allowed))
}

function isPrefixNear(word: string, rest: string, allowed: number): boolean {
  let before: number[] = []
  let row = Array.from({ length: rest.length + 1 }, (_, at) => at)
  for (let i = 1; i <= word.length; i++) {
    const next = [i]
    for (let j = 1; j <= rest.length; j++) {
      const same = word[i - 1] === rest[j - 1]
      const above = row[j] ?? 0
      const diagonal = row[j - 1] ?? 0
      let cost = Math.min(above + 1, (next[j - 1] ?? 0) + 1, diagonal + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && word[i - 1] === rest[j - 2] && word[i - 2] === rest[j - 1]
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    before = row
    row = next
  }
  return Math.min(...row) <= allowed
}

/** All languages folded, with a space before each word. */
function spoken(texts: Texts): string {
  return languages.map((language) => plain(texts[language])).join('')
}

function wordsOf(text: string): string[] {
  return [...new Set(plain(text).split(' ').filter(Boolean))].map((each) =>
    each.slice(0, longestWord),
  )
}

/** Without marks and the e of ae, oe, ue: Tüte, Tuete and Tute are equal. */
function plain(text: string): string {
  return signsOf(shorten(fold(text)))
}

/** As they stand on the shelf, or by how well they match. */
function compare(one: Product, other: Product, order: SortOrder, language: Language): number {
  if (order === 'cheapest') return one.price - other.price
  if (order === 'dearest') return other.price - one.price
  if (order === 'name') return one.title[language].localeCompare(other.title[language], language)
  return 0
}
