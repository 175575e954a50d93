import { type Language, languages } from '../text/languages'
import { withoutNumberSigns } from '../text/numbers'
import { foldText, shortenText } from '../text/search-folding'
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

/** One letter wrong, missing, added or swapped (two from eight letters on), but not the first. */
function isNear(word: string, text: string): boolean {
  const allowed = word.length >= 8 ? 2 : 1
  const first = word.charAt(0)
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    if (goesOn(word, 1, text, at + 1, allowed)) return true
  }
  return false
}

/** Whether the text from `j` begins with the word from `i`, with at most `allowed` letters wrong. */
function goesOn(word: string, i: number, text: string, j: number, allowed: number): boolean {
  while (i < word.length && word[i] === text[j]) {
    i += 1
    j += 1
  }
  if (i >= word.length) return true
  if (allowed === 0 || j >= text.length) return word.length - i <= allowed
  const left = allowed - 1
  const swapped = word[i] === text[j + 1] && word[i + 1] === text[j]
  return (
    goesOn(word, i + 1, text, j + 1, left) ||
    goesOn(word, i + 1, text, j, left) ||
    goesOn(word, i, text, j + 1, left) ||
    (swapped && goesOn(word, i + 2, text, j + 2, left))
  )
}

/** Folding takes longer than finding. */
const folded = new WeakMap<Texts, string>()

/** All languages folded, with a space before each word. */
function spoken(texts: Texts): string {
  const known = folded.get(texts) ?? languages.map((language) => plain(texts[language])).join('')
  folded.set(texts, known)
  return known
}

function wordsOf(text: string): string[] {
  const words = plain(withoutNumberSigns(text)).split(' ').filter(Boolean)
  const telling = words.filter((word) => !joining.has(word))
  const wanted = telling.length > 0 ? telling : words
  return [...new Set(wanted)].map((each) => each.slice(0, longestWord))
}

/** Titles may have "&" or a comma for them. */
const joining = new Set(['and', 'und'])

/** Without marks and the e of ae, oe, ue: Tüte, Tuete and Tute are equal. */
function plain(text: string): string {
  return shortenText(foldText(text))
}

function compare(one: Product, other: Product, order: SortOrder, language: Language): number {
  if (order === 'cheapest') return one.price - other.price
  if (order === 'dearest') return other.price - one.price
  if (order === 'name') return one.title[language].localeCompare(other.title[language], language)
  return 0
}
