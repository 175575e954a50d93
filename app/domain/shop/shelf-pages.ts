import type { Product } from './catalogue'

/** Products on a page: to draw 400 at once takes up to 200 ms. */
export const productsOnPage = 48

export interface ShelfPart<Item> {
  items: Item[]
  /** From 1 to `pages`. */
  page: number
  pages: number
}

/** The page number in an address, limited to the pages that exist. */
export function shelfPart<Item>(all: Item[], asked: string | number | null): ShelfPart<Item> {
  const pages = Math.max(1, Math.ceil(all.length / productsOnPage))
  const page = Math.min(Math.max(1, Math.floor(Number(asked)) || 1), pages)
  return { items: all.slice((page - 1) * productsOnPage, page * productsOnPage), page, pages }
}

/** The page with this product; the first without one. */
export function pageWith(all: Pick<Product, 'id'>[], id: string): number {
  const index = all.findIndex((each) => each.id === id)
  return Math.floor(Math.max(0, index) / productsOnPage) + 1
}
