import type { AppLoadContext } from '@remix-run/node'
import { findProduct } from '~/domain/shop/catalogue'
import { isOnShelf, readShelf } from '~/domain/shop/shelf'
import { findOwnOrder } from '~/http/shop/order-payment.server'

/** What the first message is to be about, and who asks where that is known. */
export interface Subject {
  /** An order's number. */
  order?: string
  /** Whether who asks has the secret of the order's page. */
  own?: boolean
  /** A product's title. */
  product?: string
  name?: string
  email?: string
}

/**
 * By the address, at the site's desk: `item` is a product, `order` an order's number, which shows nothing
 * of the order, or the secret of its page, whose holder need not enter what is known.
 */
export async function readSubject(context: AppLoadContext): Promise<Subject | undefined> {
  const { services, language, now } = context
  const { searchParams } = context.url
  const order = searchParams.get('order') ?? ''
  if (/^\d{4,12}$/.test(order)) return { order }
  const own = await findOwnOrder(order, context)
  if (own) {
    const { number, email, address, pickup, billing } = own.order
    const name = address?.name || pickup?.name || billing?.name
    return { order: String(number), own: true, name, email }
  }
  const item = searchParams.get('item')
  if (item === null) return undefined
  const { catalogue } = await readShelf(services, now())
  const product = findProduct(catalogue, item)
  return product && isOnShelf(product) ? { product: product.title[language] } : undefined
}
