import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { accountField } from '~/domain/forms/forms'
import { forDesk, putIn } from '~/domain/shop/cart-changes'
import type { Cart } from '~/domain/shop/carts'
import { findProduct } from '~/domain/shop/catalogue'
import { removing } from '~/domain/shop/line-fields'
import { isOnShelf, readShelf } from '~/domain/shop/shelf'
import { readCart, writeCart } from '~/http/cookies/cart.server'
import { deskIn } from '~/http/forms/account.server'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { newFormKey } from '~/http/forms/key.server'
import { changeByForm, quantityErrors } from '~/http/shop/cart-form.server'
import { countIn, errorOf, statusOf } from '~/http/shop/cart-refusals'
import { pausedError } from '~/http/shop/opening.server'
import { localizedPath } from '~/i18n/addresses'
import { addId, type Said, saying } from './query'

export const cartInput = z.object({
  product: z.string().max(60).catch(''),
  quantity: z.string().max(20).catch(''),
})

type CartForm = z.output<typeof cartInput>

export async function addToCart(
  { product, quantity }: CartForm,
  { typed, context }: Asked<object>,
): Promise<ActionResult> {
  const paused = await pausedError(context)
  if (paused) return { status: 409, errors: { form: paused } }
  const shelf = await readShelf(context.services, context.now())
  // A card on the shelf adds one and has no field for more.
  const count = typed.quantity === undefined ? 1 : countIn(quantity)
  const changed = putIn(readCart(context), product, count, shelf, newFormKey())
  if (changed.kind === 'changed') {
    const deskId = deskIn(typed[accountField] ?? '')
    const cart = deskId ? forDesk(changed.cart, deskId, newFormKey()) : changed.cart
    const added = findProduct(shelf.catalogue, product)
    const place = added && isOnShelf(added) ? addId(product) : undefined
    return done(cart, { in: product, for: changed.replaced }, context, place)
  }
  return { status: statusOf(changed), errors: { quantity: errorOf(changed, true) } }
}

/** All lines at once, by `change`, the removal of one, or `checkout`. Where a quantity is refused, nothing changes. */
export async function changeCart(
  _: unknown,
  { intent, typed, context }: Asked<object>,
): Promise<ActionResult> {
  const shelf = await readShelf(context.services, context.now())
  const before = readCart(context)
  const field = (name: string) => (name === 'intent' ? intent : typed[name])
  const { cart, changed, refused } = changeByForm(before, field, shelf, newFormKey())
  const [first] = refused.values()
  if (first) return { status: statusOf(first), errors: quantityErrors(refused) }
  if (intent === 'checkout') {
    const to = localizedPath('/shop/checkout', context.language)
    return { to, cookies: [writeCart(context, cart)] }
  }
  const out = before.lines.find(({ productId }) => intent === removing(productId))
  if (out) return done(cart, { out: out.productId }, context)
  return done(cart, { now: changed[0] }, context)
}

function done(cart: Cart, said: Said, context: AppLoadContext, place?: string): ActionResult {
  return { to: saying(context.url, said, place), cookies: [writeCart(context, cart)] }
}
