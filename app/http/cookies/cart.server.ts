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
})

/** Visitors with a cart whose cookie is remembered: of 4 kB at most. */
const remembered = 500

const cookie = sealedCookie('cart', lifetime, content, remembered)

/** What was written in answer to a request is what the rest of that answer reads. */
const written = new WeakMap<AppLoadContext, Cart>()

/** Empty for a missing, invalid or expired cookie. */
export function readCart(context: AppLoadContext): Cart {
  return written.get(context) ?? cartOf(cookie.read(context))
}

function cartOf(found: z.output<typeof content> | undefined): Cart {
  if (!found) return emptyCart
  return {
    lines: found.lines.map(([productId, quantity, price]) => ({ productId, quantity, price })),
    checkoutKey: found.key,
  }
}

/** The cart's pieces, for a page that shows no more of it. */
export function cartCount(context: AppLoadContext): number {
  const cart = openCart(context)
  context.shownCart ??= shownCarts(cart)[0]
  return countOf(cart)
}

/** The cart without its key, for a page that shows its lines alone. */
export function cartLines(context: AppLoadContext): Cart {
  const cart = openCart(context)
  context.shownCart = shownCarts(cart)[1]
  return { ...cart, checkoutKey: '' }
}

/** With its key, which a page shows in a blank alone. */
export function openCart(context: AppLoadContext): Cart {
  return written.get(context) ?? cartInHeader(context.headers.get('Cookie'), context)
}

/** Empty for a missing, invalid or expired cookie. */
export function cartInHeader(
  header: string | null,
  facts: Parameters<typeof cookie.open>[1],
): Cart {
  return cartOf(cookie.open(header, facts))
}

/** What pages show of a cart: its pieces, or its lines. Nothing of an empty one. */
export function shownCarts(cart: Pick<Cart, 'lines'>): string[] {
  return cart.lines.length > 0 ? [String(countOf(cart)), JSON.stringify(cart.lines)] : []
}

/** Set-Cookie value; clears an empty cart. */
export function writeCart(context: AppLoadContext, cart: Cart): string {
  written.set(context, cart)
  const { lines, checkoutKey } = cart
  if (lines.length === 0) return cookie.clear(context)
  return cookie.write(context, {
    key: checkoutKey,
    lines: lines.map(({ productId, quantity, price }) => [productId, quantity, price]),
  })
}

function countOf({ lines }: Pick<Cart, 'lines'>): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

export function clearCart(context: AppLoadContext): string {
  written.set(context, emptyCart)
  return cookie.clear(context)
}
