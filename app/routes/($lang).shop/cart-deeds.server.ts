import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { FormError } from '~/domain/forms/forms'
import { type CartChanged, changeQuantity, putIn, removeProduct } from '~/domain/shop/cart-changes'
import { mostLines, mostOfOne } from '~/domain/shop/carts'
import { readShelf } from '~/domain/shop/shelf'
import { readCart, writeCart } from '~/http/cookies/cart.server'
import { readFields } from '~/http/forms/forms.server'
import { newFormKey } from '~/http/forms/key.server'
import { type Said, saying } from './query'

const deedForm = z.object({
  product: z.string().max(60).default(''),
  quantity: z.string().max(20).default(''),
})

export interface CartAnswer {
  deed: 'add' | 'change'
  productId: string
  quantity: string
  error: FormError
}

/**
 * Adds, changes or removes a product, then redirects back. A refusal shows the page with what was
 * typed.
 */
export async function changeCart(form: FormData, context: AppLoadContext) {
  const now = context.now()
  const read = readFields(form, deedForm)
  const { product, quantity } = read.kind === 'valid' ? read.value : { product: '', quantity: '' }
  const shelf = await readShelf(context.services, now)
  const cart = readCart(context)
  const key = newFormKey()
  const done = (changed: Parameters<typeof writeCart>[1], said: Said) =>
    redirect(saying(context.url, said), {
      status: 303,
      headers: { 'Set-Cookie': writeCart(context, changed) },
    })
  if (read.kind === 'valid' && read.intent === 'remove') {
    return done(removeProduct(cart, product, shelf, key), { out: product })
  }
  const deed = read.kind === 'valid' && read.intent === 'change' ? 'change' : 'add'
  const count = /^\d{1,4}$/.test(quantity.trim()) ? Number(quantity) : Number.NaN
  const change = deed === 'add' ? putIn : changeQuantity
  const changed = change(cart, product, count, shelf, key)
  if (changed.kind === 'changed') {
    const { replaced } = changed
    return done(changed.cart, deed === 'add' ? { in: product, for: replaced } : { now: product })
  }
  const answer: CartAnswer = { deed, productId: product, quantity, error: errorOf(changed, deed) }
  const status = { unknown: 404, quantity: 400, short: 409, full: 409 }[changed.kind]
  return data(answer, { status })
}

function errorOf(
  refused: Exclude<CartChanged, { kind: 'changed' }>,
  deed: CartAnswer['deed'],
): FormError {
  switch (refused.kind) {
    case 'quantity': {
      const key = deed === 'add' ? 'shop:errors.quantityAdd' : 'shop:errors.quantity'
      return { key, values: { most: mostOfOne } }
    }
    case 'short': {
      const { left, already } = refused
      if (left < 1) return 'shop:errors.soldOut'
      const key = already > 0 ? 'shop:errors.shortAlready' : 'shop:errors.short'
      return { key, values: { left, already } }
    }
    case 'full':
      return { key: 'shop:errors.full', values: { most: mostLines } }
    case 'unknown':
      return 'shop:errors.gone'
  }
}
