import type { LimitName } from '../desks/entitlements'
import type { Language, Lent } from '../text/languages'
import type { Cents } from './money'

/** An owner may leave languages empty; `shownCatalogue` fills them. */
export type Texts = Record<Language, string>

export const productKinds = ['plan', 'addon', 'good', 'service'] as const

/**
 * How a product reaches its customer: sent, or picked up where the shop offers that; picked up alone; or
 * neither, such as a service.
 */
export const productDeliveries = ['shipping', 'pickup', 'none'] as const

export type ProductDelivery = (typeof productDeliveries)[number]

export type ProductKind = (typeof productKinds)[number]

interface ProductImage {
  /** A path of this site. */
  file: string
  alt: Texts
  /** As with a product's. */
  lent?: Lent
}

/** Texts of a product that may be lent from another language. */
type LentText = 'title' | 'summary' | 'description' | 'deliveryTime'

export interface Product {
  /** Used in addresses: lower-case letters, digits, hyphens. */
  id: string
  kind: ProductKind
  category: string
  title: Texts
  summary: Texts
  description: Texts
  /** With VAT. */
  price: Cents
  /** Percent; 0 throughout for a small business (§ 19 UStG). */
  vatRate: number
  /** Absent for one-off payments. */
  interval?: 'month' | 'year'
  /** Required beside the price of goods sold by measure (§ 4 PAngV). */
  unitPrice?: { amount: Cents; unit: 'kg' | 'l' | 'm' }
  delivery: ProductDelivery
  /** Begins at once: consent ends the right of withdrawal (§ 356 BGB). */
  digital: boolean
  deliveryTime: Texts
  /** Pieces for sale in all; absent for unlimited. */
  stock?: number
  /** The first one stands for it. */
  images: ProductImage[]
  /** Also on the home page. */
  featured: boolean
  /** Not on the shelf, and not for sale. */
  hidden: boolean
  grants: Partial<Record<LimitName, number>>
  /** Only as customers see it. */
  lent?: Partial<Record<LentText, Lent>>
}

interface ShippingRate {
  /** ISO 3166-1 alpha-2. */
  countries: string[]
  price: Cents
  /** Free from this total of the goods sent. */
  freeFrom?: Cents
}

export interface Catalogue {
  currency: 'EUR'
  /** A small business shows and charges no VAT. */
  smallBusiness: boolean
  shipping: ShippingRate[]
  /** When customers can pick up at the company's address; absent: never. */
  pickup?: Texts
  /** Only as customers see it. */
  pickupLent?: Lent
  /** Whether what is picked up may be paid there and then. */
  payOnPickup: boolean
  /** Whether the owner has saved shipping and pick-up: even unchanged, they are no longer the sample's. */
  ownDelivery?: boolean
  categories: Record<string, Texts>
  /** Of the categories, only as customers see them. */
  lent?: Record<string, Lent | undefined>
  products: Product[]
}

/** On the page where they are edited. */
export const mostCategories = 30

export interface CatalogueFile {
  /** Notices changes within seconds; an invalid file is reported and ignored. */
  read(now: Date): Catalogue
}

export function findProduct(catalogue: Catalogue, id: string): Product | undefined {
  return catalogue.products.find((product) => product.id === id)
}

/** Whether a product can reach a customer at all. */
export function isDelivered(
  { delivery }: Pick<Product, 'delivery'>,
  { shipping, pickup }: Pick<Catalogue, 'shipping' | 'pickup'>,
): boolean {
  if (delivery === 'none' || pickup !== undefined) return true
  return delivery === 'shipping' && shipping.length > 0
}

/** Undefined where we do not ship to. */
export function shippingTo(catalogue: Catalogue, country: string): ShippingRate | undefined {
  return catalogue.shipping.find(({ countries }) => countries.includes(country))
}
