import type { StockLeft } from './carts'
import type { Catalogue, CatalogueSource, Product } from './catalogue'
import type { OrderStore } from './order-store'

/** What is sold now, and how many are left of it. */
export interface Shelf {
  catalogue: Catalogue
  left: StockLeft
}

interface Sources {
  catalogue: CatalogueSource
  orders: Pick<OrderStore, 'stockLeft'>
}

/** The shelf as it is at this moment. */
export async function readShelf({ catalogue: source, orders }: Sources, now: Date): Promise<Shelf> {
  const catalogue = source.read(now)
  const declared = declaredStock(catalogue)
  const known = await orders.stockLeft(declared)
  const left = { ...declared, ...known }
  return { catalogue, left: (id) => (Object.hasOwn(left, id) ? left[id] : undefined) }
}

/** How many there are of each product in all, as the catalogue says; what is without limit is left out. */
export function declaredStock({ products }: Catalogue): Record<string, number> {
  const limited = products.flatMap(({ id, stock }) => (stock === undefined ? [] : [[id, stock]]))
  return Object.fromEntries(limited)
}

/** Whether it is worth saying how many are left. */
export const few = 3

/** How it stands with a product; what is without limit has nothing to say. */
export type Availability = 'unlimited' | 'in-stock' | 'few' | 'sold-out'

export function availabilityOf(left: number | undefined): Availability {
  if (left === undefined) return 'unlimited'
  if (left < 1) return 'sold-out'
  return left <= few ? 'few' : 'in-stock'
}

/** A plan that costs nothing is every desk's from the start: nobody has to order it. */
export function isGiven({ kind, price }: Pick<Product, 'kind' | 'price'>): boolean {
  return kind === 'plan' && price === 0
}
