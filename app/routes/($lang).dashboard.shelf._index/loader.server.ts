import type { LoaderFunctionArgs } from '@remix-run/node'
import type { ShownProduct } from '~/components/shop/product-card'
import { shownProduct } from '~/components/shop/shown-product'
import { isOnShelf, readShelf } from '~/domain/shop/shelf'
import { type ShelfPart, shelfPart } from '~/domain/shop/shelf-pages'
import { samplesIn } from '~/domain/site/opening'
import { requireSiteManager } from '~/http/sessions/access.server'
import type { NextStep } from '~/http/shop/next-step.server'
import { readShopState } from '~/http/shop/opening.server'
import { shelfAddress } from '../($lang).dashboard.shelf/address'
import { nextStep } from '../($lang).dashboard.shelf/next-step.server'

export interface ShelfPage {
  smallBusiness: boolean
  samples: number
  /** Whether customers can order them. */
  samplesSell: boolean
  products: ShelfPart<ShownProduct>
  /** Of setting up the shop. */
  next?: NextStep
}

export async function loader({ context }: LoaderFunctionArgs): Promise<ShelfPage> {
  await requireSiteManager(context)
  const { services, url, now } = context
  const [{ all, left }, written, next, { kind }] = await Promise.all([
    readShelf(services, now()),
    services.catalogue.readWritten(now()),
    nextStep('products', context),
    readShopState(context),
  ])
  const samples = samplesIn(written, services.catalogue.sample)
  const products = all.products
    .filter(isOnShelf)
    .map((product) => shownProduct(product, left, samples))
  return {
    smallBusiness: all.smallBusiness,
    samples: samples.size,
    samplesSell: kind !== 'closed',
    products: shelfPart(products, url.searchParams.get('page')),
    next: next?.to === shelfAddress() ? undefined : next,
  }
}
