import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { emptyCart } from '../../domain/shop/cart-changes'
import { type Cart, mostLines, mostOfOne } from '../../domain/shop/carts'
import { sealedCookie } from './sealed-cookie.server'

/** Seconds: 30 days after the last change. */
const lifetime = 30 * 86_400

const count = z.number().int().min(1).max(mostOfOne)

/** Short names, as cookies are small: product, quantity, and price in cents. */
const content = z.object({
  key: z.string().min(20).max(40),
  lines: z.array(z.tuple([z.string().max(60), count, z.number().int().min(0)])).max(mostLines),
  desk: z.string().max(40).optional(),
})

const cookie = sealedCookie('cart', lifetime, content)

/** Empty for a missing, invalid or expired cookie. */
export function readCart(context: AppLoadContext): Cart {
  if (context.writtenCart) return context.writtenCart
  const found = cookie.read(context)
  if (!found) return emptyCart
  return {
    lines: found.lines.map(([productId, quantity, price]) => ({ productId, quantity, price })),
    checkoutKey: found.key,
    ...(found.desk !== undefined && { deskId: found.desk }),
  }
}

/** The cart's pieces. */
export function cartCount(context: AppLoadContext): number {
  return readCart(context).lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Set-Cookie value; clears an empty cart. */
export function writeCart(context: AppLoadContext, cart: Cart): string {
  context.writtenCart = cart
  const { lines, checkoutKey, deskId } = cart
  if (lines.length === 0) return cookie.clear(context)
  return cookie.write(context, {
    key: checkoutKey,
    desk: deskId,
    lines: lines.map(({ productId, quantity, price }) => [productId, quantity, price]),
  })
}

export function clearCart(context: AppLoadContext): string {
  context.writtenCart = emptyCart
  return cookie.clear(context)
}
