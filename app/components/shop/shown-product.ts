import type { StockLeft } from '~/domain/shop/carts'
import type { Product } from '~/domain/shop/catalogue'
import type { ShownProduct } from './product-card'

/** A product with what is left of it, and whether it is one of the samples. */
export function shownProduct(
  product: Product,
  left: StockLeft,
  samples: ReadonlySet<string>,
): ShownProduct {
  const { id } = product
  return { product, left: left(id), ...(samples.has(id) && { sample: true }) }
}
