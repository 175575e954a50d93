import { data, type LoaderFunctionArgs } from '@remix-run/node'
import type { ShownProduct } from '~/components/shop/product-card'
import { shownProduct } from '~/components/shop/shown-product'
import { type Catalogue, findProduct, type Product } from '~/domain/shop/catalogue'
import { isOnShelf, readShelf } from '~/domain/shop/shelf'
import { shelfCategories } from '~/domain/shop/shelf-changes'
import { samplesIn } from '~/domain/site/opening'
import { requireSiteManager } from '~/http/sessions/access.server'
import type { NextStep } from '~/http/shop/next-step.server'
import { productAddress } from '../($lang).dashboard.shelf/address'
import { markOf } from '../($lang).dashboard.shelf/marks.server'
import { nextStep } from '../($lang).dashboard.shelf/next-step.server'

/** A product as it is edited. */
export interface EditedProduct extends ShownProduct {
  name: string
  /** As the owner wrote it. */
  written: Product
  seen: string
}

export interface ProductPage extends Pick<Catalogue, 'smallBusiness' | 'categories'> {
  /** Absent for a new product. */
  chosen?: EditedProduct
  /** That there is none of the id in the address. */
  unknown: boolean
  /** How products can reach a customer by now. */
  reach: { shipping: boolean; pickup: boolean }
  /** Of setting up the shop. */
  next?: NextStep
}

export async function loader({ context }: LoaderFunctionArgs) {
  await requireSiteManager(context)
  const { services, url, now, language } = context
  const id = url.searchParams.get('product')
  const [{ all, left }, written, next] = await Promise.all([
    readShelf(services, now()),
    services.catalogue.readWritten(now()),
    id === null ? undefined : nextStep('products', context),
  ])
  const product = id === null ? undefined : findProduct(all, id)
  const source = product && findProduct(written, product.id)
  const page: ProductPage = {
    smallBusiness: all.smallBusiness,
    categories: shelfCategories(all),
    chosen:
      source && isOnShelf(source)
        ? {
            ...shownProduct(product, left, samplesIn(written, services.catalogue.sample)),
            name: product.title[language],
            written: source,
            seen: markOf(source),
          }
        : undefined,
    unknown: id !== null && !(source && isOnShelf(source)),
    reach: { shipping: all.shipping.length > 0, pickup: all.pickup !== undefined },
    next: id !== null && next?.to === productAddress(id) ? undefined : next,
  }
  return data(page, { status: page.unknown ? 404 : 200 })
}
