import type { LimitName } from '../desks/entitlements'
import type { Language } from '../text/languages'
import type { Cents } from './money'

/** What the shop says of a product in both languages; the catalogue has both, always. */
export type Texts = Record<Language, string>

export const productKinds = ['plan', 'addon', 'good', 'service'] as const

export type ProductKind = (typeof productKinds)[number]

export interface Product {
  /** Names the product in addresses: small letters, digits, hyphens. */
  id: string
  kind: ProductKind
  /** A key of the catalogue's categories. */
  category: string
  title: Texts
  /** One sentence for the list. */
  summary: Texts
  description: Texts
  /** With VAT. */
  price: Cents
  /** Percent; 0 throughout where the seller is a small business (§ 19 UStG). */
  vatRate: number
  /** How often it is paid; once, where it is left out. */
  interval?: 'month' | 'year'
  /** What the law wants beside the price of goods sold by measure (§ 4 PAngV). */
  unitPrice?: { amount: Cents; unit: 'kg' | 'l' | 'm' }
  /** Needs an address to be sent to. */
  shipped: boolean
  /** Begins at once: the right of withdrawal ends with the customer's consent (§ 356 BGB). */
  digital: boolean
  deliveryTime: Texts
  /** How many there are to sell in all, as the file says; without limit where it is left out. */
  stock?: number
  image?: { file: string; alt: Texts }
  featured: boolean
  grants: Partial<Record<LimitName, number>>
}

export interface ShippingRate {
  /** ISO 3166-1 alpha-2. */
  countries: string[]
  price: Cents
  /** From this sum of shipped goods on it costs nothing. */
  freeFrom?: Cents
}

export interface Catalogue {
  currency: 'EUR'
  /** A small business shows and charges no VAT. */
  smallBusiness: boolean
  shipping: ShippingRate[]
  categories: Record<string, Texts>
  products: Product[]
}

/** Where the catalogue comes from: a file that may change while the program runs. */
export interface CatalogueSource {
  /**
   * The newest catalogue that was sound when it was read; a changed file is noticed within seconds,
   * and one that is not sound is reported and changes nothing.
   */
  read(now: Date): Catalogue
}

export function findProduct(catalogue: Catalogue, id: string): Product | undefined {
  return catalogue.products.find((product) => product.id === id)
}

/** The rate for a country, or undefined where nothing is sent to. */
export function shippingTo(catalogue: Catalogue, country: string): ShippingRate | undefined {
  return catalogue.shipping.find(({ countries }) => countries.includes(country))
}
