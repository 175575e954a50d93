import type { StockLeft } from './carts'
import type { Catalogue, Product, Texts } from './catalogue'
import type { OrderStore } from './order-store'

export interface Shelf {
  catalogue: Catalogue
  all: Catalogue
  left: StockLeft
}

interface Sources {
  catalogue: { read(now: Date): Promise<Catalogue> }
  orders: Pick<OrderStore, 'stockLeft'>
}

export async function readShelf({ catalogue: source, orders }: Sources, now: Date): Promise<Shelf> {
  const all = await source.read(now)
  const catalogue = { ...all, products: all.products.filter(({ hidden }) => !hidden) }
  const declared = declaredStock(all)
  const known = await orders.stockLeft(declared)
  const left = { ...declared, ...known }
  return { catalogue, all, left: (id) => (Object.hasOwn(left, id) ? left[id] : undefined) }
}

/** By id, hidden products included; without those that are gone. */
export function titlesOf({ all }: Shelf, ids: readonly string[]): Record<string, Texts> {
  const asked = all.products.filter(({ id }) => ids.includes(id))
  return Object.fromEntries(asked.map(({ id, title }) => [id, title]))
}

/** Plans and add-ons are for desks: they are offered in the settings, and come from the file. */
export function isOnShelf({ kind }: Pick<Product, 'kind'>): boolean {
  return kind === 'good' || kind === 'service'
}

/** On the home page while the owner has marked none. */
const mostUnmarked = 3

/** Those that the owner has marked, or the first of the shelf; samples only while there is nothing else. */
export function productsOnHome(
  { products }: Pick<Catalogue, 'products'>,
  samples: ReadonlySet<string>,
): Product[] {
  const all = products.filter(isOnShelf)
  const own = all.filter(({ id }) => !samples.has(id))
  const shown = own.length > 0 ? own : all
  const featured = shown.filter((product) => product.featured)
  return featured.length > 0 ? featured : shown.slice(0, mostUnmarked)
}

/** Unlimited products are absent. */
export function declaredStock({ products }: Catalogue): Record<string, number> {
  const limited = products.flatMap(({ id, stock }) => (stock === undefined ? [] : [[id, stock]]))
  return Object.fromEntries(limited)
}

/** Pieces left from which on their number is shown. */
export const few = 3

export type Availability = 'unlimited' | 'in-stock' | 'few' | 'sold-out'

export function availabilityOf(left: number | undefined): Availability {
  if (left === undefined) return 'unlimited'
  if (left < 1) return 'sold-out'
  return left <= few ? 'few' : 'in-stock'
}

/** A free plan is every desk's default and cannot be ordered. */
export function isGiven({ kind, price }: Pick<Product, 'kind' | 'price'>): boolean {
  return kind === 'plan' && price === 0
}
