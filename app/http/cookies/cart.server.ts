import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { emptyCart } from '../../domain/shop/cart-changes'
import { type Cart, mostLines, mostOfOne } from '../../domain/shop/carts'
import { sealedCookie } from './sealed-cookie.server'

/** Seconds that a cart waits for whoever filled it: 30 days after the last change. */
const lifetime = 30 * 86_400

const count = z.number().int().min(1).max(mostOfOne)

/** Short, for a cookie holds little: a line is the product, how many, and the price in cents. */
const content = z.object({
  key: z.string().min(20).max(40),
  lines: z.array(z.tuple([z.string().max(60), count, z.number().int().min(0)])).max(mostLines),
})

const cookie = sealedCookie('cart', lifetime, content)

/** What the browser's cart holds; empty if there is none, or one that is not ours or too old. */
export function readCart(context: AppLoadContext): Cart {
  const found = cookie.read(context)
  if (!found) return emptyCart
  return {
    lines: found.lines.map(([productId, quantity, price]) => ({ productId, quantity, price })),
    checkoutKey: found.key,
  }
}

/** The Set-Cookie value that keeps the cart; an empty one is taken away. */
export function writeCart(context: AppLoadContext, { lines, checkoutKey }: Cart): string {
  if (lines.length === 0) return cookie.clear(context)
  return cookie.write(context, {
    key: checkoutKey,
    lines: lines.map(({ productId, quantity, price }) => [productId, quantity, price]),
  })
}

/** The Set-Cookie value that takes the cart away. */
export function clearCart(context: AppLoadContext): string {
  return cookie.clear(context)
}
