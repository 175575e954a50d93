import { createHash } from 'node:crypto'
import type { Catalogue, Product } from '~/domain/shop/catalogue'

export type Delivery = Pick<Catalogue, 'shipping' | 'pickup' | 'payOnPickup'>

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
