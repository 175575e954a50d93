import { type ProductQuery, sortOrders } from '~/domain/shop/product-search'
import { soughtLine } from '~/domain/text/single-line'
import { withQuery } from '~/i18n/addresses'

/** The last action on the cart, in the query, each with a product's id. */
const saidNames = ['in', 'for', 'now', 'out'] as const

export type Said = Partial<Record<(typeof saidNames)[number], string>>

const longestQuery = 100

export function readQuery(search: URLSearchParams, categories: object): ProductQuery {
  const category = search.get('category') ?? ''
  return {
    words: soughtLine(search.get('q'), longestQuery),
    category: Object.hasOwn(categories, category) ? category : undefined,
    order: sortOrders.find((each) => each === search.get('sort')) ?? 'shelf',
  }
}

export function readSaid(search: URLSearchParams): Said {
  const said = saidNames.flatMap((name) => {
    const id = search.get(name)
    return id ? [[name, id]] : []
  })
  return Object.fromEntries(said)
}

/** The id of the form that adds the product. */
export function addId(productId: string): string {
  return `add-${productId}`
}

/** Leads to the receipt, unless the element of another id is given. */
export function saying(url: URL, said: Said, place = 'receipt'): string {
  const search = new URLSearchParams(url.search)
  for (const name of saidNames) search.delete(name)
  for (const [name, id] of Object.entries(said)) if (id) search.set(name, id)
  const query = search.toString()
  return `${url.pathname}${query && `?${query}`}#${place}`
}

/** `page` begins with 1. */
export function shelfAddress(
  { words, category, order }: Partial<ProductQuery>,
  page: number = 1,
): string {
  const search = new URLSearchParams()
  if (words) search.set('q', words)
  if (category) search.set('category', category)
  if (order && order !== 'shelf') search.set('sort', order)
  if (page > 1) search.set('page', String(page))
  return withQuery('/shop', search)
}
