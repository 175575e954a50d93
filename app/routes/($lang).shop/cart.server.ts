import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { accountField } from '~/domain/forms/forms'
import { changeQuantity, forDesk, putIn, removeProduct } from '~/domain/shop/cart-changes'
import type { Cart } from '~/domain/shop/carts'
import { findProduct } from '~/domain/shop/catalogue'
import { isOnShelf, readShelf } from '~/domain/shop/shelf'
import { readCart, writeCart } from '~/http/cookies/cart.server'
import { deskIn } from '~/http/forms/account.server'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { newFormKey } from '~/http/forms/key.server'
import { countIn, errorOf, statusOf } from '~/http/shop/cart-refusals'
import { pausedError } from '~/http/shop/opening.server'
import { addId, type Said, saying } from './query'

export const cartInput = z.object({
  product: z.string().max(60).catch(''),
  quantity: z.string().max(20).catch(''),
})

type CartForm = z.output<typeof cartInput>

export async function changeCart(
  { product, quantity }: CartForm,
  { intent, typed, context }: Asked<object>,
): Promise<ActionResult> {
  const adds = intent !== 'change'
  const paused = adds && (await pausedError(context))
  if (paused) return { status: 409, errors: { form: paused } }
  const shelf = await readShelf(context.services, context.now())
  // A card on the shelf adds one and has no field for more.
  const count = adds && typed.quantity === undefined ? 1 : countIn(quantity)
  const change = adds ? putIn : changeQuantity
  const changed = change(readCart(context), product, count, shelf, newFormKey())
  if (changed.kind === 'changed') {
    if (!adds) return done(changed.cart, { now: product }, context)
    const deskId = deskIn(typed[accountField] ?? '')
    const cart = deskId ? forDesk(changed.cart, deskId, newFormKey()) : changed.cart
    const added = findProduct(shelf.catalogue, product)
    const place = added && isOnShelf(added) ? addId(product) : undefined
    return done(cart, { in: product, for: changed.replaced }, context, place)
  }
  return { status: statusOf(changed), errors: { quantity: errorOf(changed, adds) } }
}

export async function takeOut(
  { product }: CartForm,
  { context }: Asked<object>,
): Promise<ActionResult> {
  const shelf = await readShelf(context.services, context.now())
  const cart = removeProduct(readCart(context), product, shelf, newFormKey())
  return done(cart, { out: product }, context)
}

function done(cart: Cart, said: Said, context: AppLoadContext, place?: string): ActionResult {
  return { to: saying(context.url, said, place), cookies: [writeCart(context, cart)] }
}
