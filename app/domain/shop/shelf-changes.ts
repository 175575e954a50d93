import { type Language, languages } from '../text/languages'
import { foldText } from '../text/search-folding'
import { type Catalogue, mostCategories, type Product, type Texts } from './catalogue'
import { isOnShelf } from './shelf'
import { wordsOf } from './shown-catalogue'

/** In the place of the product with its id, or as the last one. */
export function withProduct(catalogue: Catalogue, product: Product): Catalogue {
  const { products } = catalogue
  const known = products.some(({ id }) => id === product.id)
  return {
    ...catalogue,
    products: known
      ? products.map((each) => (each.id === product.id ? product : each))
      : [...products, product],
  }
}

export function withoutProduct(catalogue: Catalogue, id: string): Catalogue {
  return { ...catalogue, products: catalogue.products.filter((each) => each.id !== id) }
}

/**
 * Changes places with its neighbour on the shelf. Nothing changes at either end, and where it is no longer
 * at `position` (from 1), as when a form is sent again.
 */
export function moveProduct(
  catalogue: Catalogue,
  id: string,
  by: -1 | 1,
  position?: number,
): Catalogue {
  const shelf = catalogue.products.filter(isOnShelf)
  const index = shelf.findIndex((each) => each.id === id)
  const [one, other] = [shelf[index], shelf[index + by]]
  if (!one || !other || (position ?? index + 1) !== index + 1) return catalogue
  const swap = (each: Product) => (each === one ? other : each === other ? one : each)
  return { ...catalogue, products: catalogue.products.map(swap) }
}

/** Percent, of most products in Germany. */
const usualVatRate = 19

/** A small business charges no VAT; its products get the usual rate when it is none any more. */
export function withSmallBusiness(catalogue: Catalogue, smallBusiness: boolean): Catalogue {
  if (catalogue.smallBusiness === smallBusiness) return catalogue
  const vatRate = smallBusiness ? 0 : usualVatRate
  const products = catalogue.products.map((product) => ({ ...product, vatRate }))
  return { ...catalogue, smallBusiness, products }
}

/** For an address: letters and digits of the title with hyphens, and a number if that is taken. */
export function newKey(title: string, taken: (key: string) => boolean): string {
  const plain = foldText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const base = plain.slice(0, 50).replace(/-$/, '') || 'product'
  let key = base
  for (let number = 2; taken(key); number += 1) key = `${base}-${number}`
  return key
}

/** Those for products; plans and add-ons have some of their own. */
export function shelfCategories({ categories, products }: Catalogue): Catalogue['categories'] {
  const others = new Set<string>()
  for (const each of products) if (!isOnShelf(each)) others.add(each.category)
  for (const each of products) if (isOnShelf(each)) others.delete(each.category)
  return Object.fromEntries(Object.entries(categories).filter(([id]) => !others.has(id)))
}

/** The category of that title, new unless there is one; undefined where there is no room for it. */
export function withCategory(
  catalogue: Catalogue,
  titles: Texts,
  language: Language,
): { catalogue: Catalogue; category: string } | undefined {
  const title = titles[language]
  const { categories } = catalogue
  const known = Object.keys(shelfCategories(catalogue)).find(
    (id) => categories[id]?.[language] === title,
  )
  if (known !== undefined) return { catalogue, category: known }
  if (Object.keys(categories).length >= mostCategories) return undefined
  const category = newKey(title, (key) => Object.hasOwn(categories, key))
  return {
    catalogue: { ...catalogue, categories: { ...categories, [category]: titles } },
    category,
  }
}

/**
 * Titles by id, in order; without a title a category goes, unless a product is in it. One that the form did
 * not know of stays, and is no other than a new one with its titles, as when the form is sent again. More
 * categories than a shop may have are refused.
 */
export function withCategories(
  catalogue: Catalogue,
  wanted: readonly { id?: string; title?: Texts }[],
): { catalogue: Catalogue } | { used: Product } | { full: true } {
  const asked = new Set(wanted.map(({ id }) => id))
  const others = Object.entries(catalogue.categories).filter(([id]) => !asked.has(id))
  const twinOf = (title?: Texts) =>
    others.find(([, other]) => languages.every((each) => other[each] === title?.[each]))?.[0]
  const categories: Catalogue['categories'] = {}
  for (const { title, id = twinOf(title) } of wanted) {
    const known = id !== undefined && Object.hasOwn(catalogue.categories, id) ? id : undefined
    if (title) {
      const taken = (key: string) =>
        Object.hasOwn(catalogue.categories, key) || Object.hasOwn(categories, key)
      categories[known ?? newKey(wordsOf(title), taken)] = title
    } else {
      const used = catalogue.products.find(({ category }) => category === known)
      if (used) return { used }
    }
  }
  const all = { ...categories, ...Object.fromEntries(others) }
  const count = Object.keys(all).length
  if (count > mostCategories && count > Object.keys(catalogue.categories).length) {
    return { full: true }
  }
  return { catalogue: { ...catalogue, categories: all } }
}
