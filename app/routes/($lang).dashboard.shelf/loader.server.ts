import { createHash } from 'node:crypto'
import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import { placeOf } from '~/components/shop/pickup'
import type { ShownProduct } from '~/components/shop/product-card'
import { type Catalogue, findProduct, type Product, type Texts } from '~/domain/shop/catalogue'
import { isOnShelf, readShelf } from '~/domain/shop/shelf'
import { shelfCategories } from '~/domain/shop/shelf-changes'
import { type ShelfPart, shelfPart } from '~/domain/shop/shelf-pages'
import { mostRates, shippingCountries } from '~/domain/shop/shipping-input'
import { ownPickup, samplesIn } from '~/domain/site/opening'
import { requireSiteManager } from '~/http/sessions/access.server'
import type { NextStep } from '~/http/shop/next-step.server'
import { readShopState } from '~/http/shop/opening.server'
import { type NamedCountry, namedCountries } from '~/i18n/countries'
import { readView, shelfAddress, type View } from './address'
import { nextStep } from './next-step.server'

export type Delivery = Pick<Catalogue, 'shipping' | 'pickup' | 'payOnPickup'>

export interface ShelfPage extends Pick<Catalogue, 'smallBusiness' | 'categories'> {
  /** As the owner wrote them. */
  writtenCategories: Catalogue['categories']
  view: View
  samples: number
  /** Of setting up the shop. */
  next?: NextStep
  /** How products can reach a customer by now. */
  reach: { shipping: boolean; pickup: boolean }
  products: ShelfPart<ShownProduct>
  chosen?: ShownProduct & { name: string; written: Product; seen: string }
  shipping?: {
    seen: string
    rates: Catalogue['shipping']
    countries: NamedCountry[]
    most: number
    place: string
    when?: Texts
    payOnPickup: boolean
  }
}

export async function loader({ context }: LoaderFunctionArgs) {
  await requireSiteManager(context)
  const { services, url, now, language } = context
  const view = readView(url.searchParams)
  const [{ all, left }, written, state, next] = await Promise.all([
    readShelf(services, now()),
    services.catalogue.readWritten(now()),
    readShopState(context),
    nextAfter(view, context),
  ])
  const samples = samplesIn(written, services.catalogue.sample)
  const shown = (product: Product): ShownProduct => ({
    product,
    left: left(product.id),
    ...(samples.has(product.id) && { sample: true }),
  })
  const product = view.at === 'product' ? findProduct(all, view.id) : undefined
  const source = product && findProduct(written, product.id)
  const chosen =
    source && isOnShelf(source)
      ? { ...shown(product), name: product.title[language], written: source, seen: markOf(source) }
      : undefined
  const when = ownPickup(written, services.catalogue.sample, state)
  const page: ShelfPage = {
    view,
    samples: samples.size,
    next,
    reach: { shipping: all.shipping.length > 0, pickup: all.pickup !== undefined },
    smallBusiness: all.smallBusiness,
    categories: shelfCategories(all),
    writtenCategories: shelfCategories(written),
    products: shelfPart(all.products.filter(isOnShelf).map(shown), url.searchParams.get('page')),
    chosen,
    shipping:
      view.at === 'shipping'
        ? {
            seen: deliveryMark(written),
            rates: all.shipping,
            countries: namedCountries(shippingCountries(all), language),
            most: mostRates,
            place: placeOf((await services.legal.read()).company),
            when,
            payOnPickup: when !== undefined && all.payOnPickup,
          }
        : undefined,
  }
  return data(page, { status: view.at === 'product' && !chosen ? 404 : 200 })
}

/** Never the page itself. */
async function nextAfter(view: View, context: AppLoadContext): Promise<NextStep | undefined> {
  if (view.at === 'shipping') return nextStep('shipping', context)
  if (view.at !== 'product' && view.at !== 'shelf') return undefined
  const next = await nextStep('products', context)
  return next?.to === shelfAddress(view) ? undefined : next
}

/** Changes with the product, but for its photos, which have forms of their own. */
export function markOf(product: Product): string {
  return hash({ ...product, images: [] })
}

/** Changes with what the room's form of shipping and pick-up shows. */
export function deliveryMark({ shipping, pickup, payOnPickup }: Delivery): string {
  return hash([shipping, pickup, payOnPickup])
}

function hash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}
