import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import { type ShownPickup, shownPickup } from '~/components/shop/pickup'
import type { ShownProduct } from '~/components/shop/product-card'
import { shownProduct } from '~/components/shop/shown-product'
import type { PagePicture, PageSubject } from '~/components/site/page'
import { onlyPickup, type PricedCart, priceCart, type Totals, totalsOf } from '~/domain/shop/carts'
import { findProduct, type Product } from '~/domain/shop/catalogue'
import { wholePicture } from '~/domain/shop/product-photos'
import { type ProductQuery, searchProducts } from '~/domain/shop/product-search'
import { isOnShelf, readShelf, type Shelf, titlesOf } from '~/domain/shop/shelf'
import { type ShelfPart, shelfPart } from '~/domain/shop/shelf-pages'
import { type ShopState, samplesIn } from '~/domain/site/opening'
import type { Language } from '~/domain/text/languages'
import { readCart } from '~/http/cookies/cart.server'
import { forEverybodyBriefly } from '~/http/responses/page-headers'
import { requireSiteManager } from '~/http/sessions/access.server'
import { readShopState } from '~/http/shop/opening.server'
import { languageOfPath } from '~/i18n/addresses'
import { readQuery, readSaid, type Said } from './query'

export interface ShownCart extends PricedCart {
  totals: Totals
  country?: string
  onlyPickup: Product['title'][]
  titles: Record<string, Product['title']>
  said: Said
  /** The product just added is missing: the browser keeps no cookies. */
  lost: boolean
}

export interface ShopPage {
  state: ShopState
  smallBusiness: boolean
  shipping: Shelf['catalogue']['shipping']
  pickup?: ShownPickup
  /** Whether the shelf has services, which are not shipped. */
  services: boolean
  categories: Shelf['catalogue']['categories']
  lent: Shelf['catalogue']['lent']
  query: ProductQuery
  products: ShelfPart<ShownProduct>
  /** On all pages together. */
  found: number
  item?: ShownProduct
  missing: boolean
  cart: ShownCart
  about?: PageSubject
}

export async function loader({ context }: LoaderFunctionArgs) {
  const page = await readShopPage(context)
  const empty = page.cart.lines.length === 0 && page.cart.changes.length === 0
  const ofQuery = page.about?.query
  return data(page, {
    status: page.state.kind === 'closed' ? 503 : page.missing ? 404 : 200,
    headers: {
      ...forEverybodyBriefly,
      ...(ofQuery && { 'Surrogate-Key': ofQuery }),
      ...(!empty && { 'Cache-Control': 'private, no-store' }),
    },
  })
}

async function readShopPage(context: AppLoadContext): Promise<ShopPage> {
  const { services, now } = context
  const { pathname, searchParams } = context.url
  const language = languageOfPath(pathname)
  const [shelf, { company }, state] = await Promise.all([
    readShelf(services, now()),
    services.legal.read(),
    readShopState(context),
  ])
  const { catalogue, left } = shelf
  const id = searchParams.get('item')
  const previewed = searchParams.has('preview')
  // The shop's owner also sees what is hidden.
  if (previewed) await requireSiteManager(context)
  const named = id === null ? undefined : findProduct(previewed ? shelf.all : catalogue, id)
  const product = named && isOnShelf(named) ? named : undefined
  const query = readQuery(searchParams, catalogue.categories)
  const samples = samplesIn(shelf.all, services.catalogue.sample)
  const shown = (each: Product) => shownProduct(each, left, samples)
  const shelved = { ...catalogue, products: catalogue.products.filter(isOnShelf) }
  const found = product ? [] : searchProducts(shelved, query, language)
  const filled = new Set(shelved.products.map(({ category }) => category))
  const open = state.kind !== 'closed'
  const cart = showCart(context, shelf)
  return {
    state,
    smallBusiness: catalogue.smallBusiness,
    shipping: catalogue.shipping,
    pickup: open ? shownPickup(catalogue, { company }) : undefined,
    services: shelved.products.some(({ kind }) => kind === 'service'),
    lent: catalogue.lent,
    categories: Object.fromEntries(
      Object.entries(catalogue.categories).filter(([category]) => filled.has(category)),
    ),
    query,
    products: shelfPart(found.map(shown), searchParams.get('page')),
    found: found.length,
    item: product && shown(product),
    missing: id !== null && !product,
    cart,
    about: product && {
      title: product.title[language],
      description: product.summary[language],
      query: `?item=${product.id}`,
      picture: pictureOf(product, language),
    },
  }
}

/** Its first photo, which a drawing is not: programs that show links draw none. */
function pictureOf({ images }: Product, language: Language): PagePicture | undefined {
  const photo = images.find(({ file }) => !file.endsWith('.svg'))
  return photo && { address: wholePicture(photo.file), alt: photo.alt[language] }
}

function showCart(context: AppLoadContext, shelf: Shelf): ShownCart {
  const { catalogue, left } = shelf
  const cart = readCart(context)
  const said = readSaid(context.url.searchParams)
  const priced = priceCart(cart, catalogue, left)
  const country = catalogue.shipping[0]?.countries[0]
  const spoken = [...Object.values(said), ...priced.changes.map((each) => each.productId)]
  return {
    ...priced,
    totals: totalsOf(priced, catalogue, country),
    country,
    onlyPickup: onlyPickup(priced, catalogue),
    titles: titlesOf(shelf, spoken),
    said,
    lost: said.in !== undefined && cart.lines.length === 0,
  }
}
