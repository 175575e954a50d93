import { type LegalDetails, legalTextNames } from '../legal/legal'
import { isAbroad, isComplete } from '../legal/legal-store'
import {
  type Catalogue,
  findProduct,
  isDelivered,
  type Product,
  type Texts,
} from '../shop/catalogue'
import { isOnShelf } from '../shop/shelf'
import { canonical } from '../text/canonical'
import { languages } from '../text/languages'
import type { ShopOpening } from './settings'

/** `closed` takes no orders and shows no shelf; a paused shop shows it. */
export type ShopState =
  | { kind: 'open' }
  | { kind: 'closed' }
  /** `until` is the day on which it opens again, YYYY-MM-DD, where that is known. */
  | { kind: 'paused'; until?: string }

interface Facts {
  /** Whether legal texts are those of the sample. */
  sample: boolean
  shop?: ShopOpening
  mode: 'development' | 'production'
  /** Where the shop is, YYYY-MM-DD. */
  today: string
}

/** Without legal texts of its own, and before its owner has opened it, a shop is open only in development. */
export function shopState({ sample, shop, mode, today }: Facts): ShopState {
  if (mode === 'production' && (sample || !shop?.open)) return { kind: 'closed' }
  const until = shop?.closedUntil
  if (until === undefined || (until !== '' && until <= today)) return { kind: 'open' }
  return until === '' ? { kind: 'paused' } : { kind: 'paused', until }
}

/**
 * For each start: whether the shop is open by the operator's word. A shop that ran before this was
 * decided here stays open; complete legal texts in a file open it, except abroad; those written in the
 * browser wait for their owner. Undefined where nothing changes.
 */
export function settledOpening(
  shop: ShopOpening | undefined,
  legal: { complete: boolean; fromFile: boolean; abroad: boolean },
  /** Whether somebody has ordered. */
  sold: boolean,
): ShopOpening | undefined {
  const { complete, fromFile, abroad } = legal
  if (!shop) return { open: complete && (sold || !abroad) }
  if (!shop.open && complete && fromFile && !abroad) return { ...shop, open: true }
  return undefined
}

/** How far a shop meets its requirements. */
export interface ShopChecks {
  /** Whether the legal details have all that the law asks for. */
  legal: boolean
  /** Whether the company is in a country where no shop can open; one that is open stays so. */
  abroad: boolean
  /** Whether each language has each text. */
  translated: boolean
  /** Texts that a language lacks and another one has. */
  borrowed: number
  /** For sale, samples among them. */
  products: number
  samples: number
  /** Whether products can reach a customer by the owner's word; before there are any, whether one could. */
  delivery: boolean
}

/** Whether its owner may open it; the samples go then. */
export function isReady({ legal, abroad, products, samples }: ShopChecks): boolean {
  return legal && !abroad && products > samples
}

export function shopChecks(
  details: LegalDetails,
  catalogue: Catalogue,
  sample: Catalogue,
): ShopChecks {
  const products = catalogue.products.filter((each) => isOnShelf(each) && !each.hidden)
  const written = legalTextNames.map(
    (name) => languages.filter((each) => details.texts[each]?.[name] !== undefined).length,
  )
  const samples = samplesIn(catalogue, sample).size
  const { shipping, pickup } = catalogue
  const ownDelivery =
    catalogue.ownDelivery ||
    samples === 0 ||
    !isSame(shipping, sample.shipping) ||
    !isSame(pickup, sample.pickup)
  return {
    legal: isComplete(details),
    abroad: isAbroad(details),
    translated: written.every((count) => count === languages.length),
    borrowed: written.filter((count) => count > 0 && count < languages.length).length,
    products: products.length,
    samples,
    delivery:
      ownDelivery &&
      (products.length > 0
        ? products.every((product) => isDelivered(product, catalogue))
        : isDelivered({ delivery: 'shipping' }, catalogue)),
  }
}

/** Ids of products that are unchanged samples. */
export function samplesIn(catalogue: Catalogue, sample: Catalogue): Set<string> {
  const samples = new Map(sample.products.map((product) => [product.id, product]))
  return new Set(
    catalogue.products
      .filter(isOnShelf)
      .filter((product) => isSample(product, samples.get(product.id)))
      .map(({ id }) => id),
  )
}

/** A small business has none of its VAT. */
function isSample(product: Product, sample: Product | undefined): boolean {
  return sample !== undefined && isSame({ ...product, vatRate: sample.vatRate }, sample)
}

/** When products can be picked up by the owner's word: before the shop opens, the samples' times are nobody's. */
export function ownPickup(
  { pickup, ownDelivery }: Pick<Catalogue, 'pickup' | 'ownDelivery'>,
  sample: Catalogue,
  { kind }: ShopState,
): Texts | undefined {
  const theirs = kind === 'closed' && !ownDelivery && isSame(pickup, sample.pickup)
  return theirs ? undefined : pickup
}

/** The catalogue without the samples, their shipping, their pick-up and the categories that they leave empty. */
export function withoutSamples(catalogue: Catalogue, sample: Catalogue): Catalogue {
  const samples = samplesIn(catalogue, sample)
  const { pickup, ...rest } = catalogue
  const products = catalogue.products.filter(({ id }) => !samples.has(id))
  // Saved by the owner, or what is left may be sent that way.
  const needed = catalogue.ownDelivery || products.some(isOnShelf)
  return {
    ...rest,
    products,
    categories: Object.fromEntries(
      Object.entries(rest.categories).filter(
        ([id, title]) =>
          products.some(({ category }) => category === id) || !isSame(title, sample.categories[id]),
      ),
    ),
    shipping: !needed && isSame(rest.shipping, sample.shipping) ? [] : rest.shipping,
    ...(pickup && (needed || !isSame(pickup, sample.pickup)) && { pickup }),
  }
}

/** Puts samples back, with the categories, shipping and pick-up that went with them. */
export function withSamples(
  catalogue: Catalogue,
  sample: Catalogue,
  ids: readonly string[],
): Catalogue {
  const back = sample.products.filter(({ id }) => ids.includes(id) && !findProduct(catalogue, id))
  if (back.length === 0) return catalogue
  const { products, categories, shipping, pickup, smallBusiness, ownDelivery } = catalogue
  const needed = back.map(({ category }) => [category, sample.categories[category]] as const)
  const theirs = ownDelivery ? undefined : sample.pickup
  return {
    ...catalogue,
    products: [
      ...products,
      ...back.map((each) => (smallBusiness ? { ...each, vatRate: 0 } : each)),
    ],
    categories: { ...Object.fromEntries(needed.filter(hasTitle)), ...categories },
    shipping: shipping.length > 0 || ownDelivery ? shipping : sample.shipping,
    ...((pickup ?? theirs) && { pickup: pickup ?? theirs }),
  }
}

function hasTitle(entry: readonly [string, Texts | undefined]): entry is [string, Texts] {
  return entry[1] !== undefined
}

function isSame(one: unknown, other: unknown): boolean {
  return other !== undefined && canonical(one) === canonical(other)
}
