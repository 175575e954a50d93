import { describe, expect, test } from 'vitest'
import {
  changeQuantities,
  changeQuantity,
  emptyCart,
  putIn,
  removeProduct,
} from '~/domain/shop/cart-changes'
import { type Cart, mostLines, pickup, priceCart, totalsOf } from '~/domain/shop/carts'
import type { Catalogue, Product } from '~/domain/shop/catalogue'
import type { Shelf } from '~/domain/shop/shelf'

const texts = { en: 'A', de: 'B' }

function product(id: string, over: Partial<Product> = {}): Product {
  return {
    id,
    kind: 'good',
    category: 'goods',
    title: texts,
    summary: texts,
    description: texts,
    price: 1_000,
    vatRate: 19,
    delivery: 'shipping',
    digital: false,
    deliveryTime: texts,
    images: [],
    featured: false,
    hidden: false,
    grants: {},
    ...over,
  }
}

const plan = (id: string, price = 900) =>
  product(id, { kind: 'plan', price, interval: 'month', delivery: 'none', digital: true })

const products = [
  product('cup'),
  product('rare', { stock: 3 }),
  product('tea', { vatRate: 7, price: 499 }),
  plan('plus'),
  plan('pro', 2_900),
  plan('free', 0),
]

function shelf(over: Partial<Catalogue> = {}, left: Record<string, number> = { rare: 3 }): Shelf {
  const shipping = [{ countries: ['DE'], price: 490, freeFrom: 5_000 }]
  const catalogue: Catalogue = {
    currency: 'EUR',
    smallBusiness: false,
    shipping,
    payOnPickup: false,
    categories: { goods: texts },
    products,
    ...over,
  }
  return { catalogue, all: catalogue, left: (id) => left[id] }
}

let made = 0
const key = () => `key-${++made}`

/** A cart with these put in; throws if one was refused. */
function cartOf(...ids: [string, number][]): Cart {
  return ids.reduce((cart, [id, quantity]) => {
    const changed = putIn(cart, id, quantity, shelf(), key())
    if (changed.kind !== 'changed') throw new Error(changed.kind)
    return changed.cart
  }, emptyCart)
}

const linesOf = ({ lines }: Cart) => lines.map(({ productId, quantity }) => [productId, quantity])

describe('A cart', () => {
  test('adds up a product that is put in twice', () => {
    expect(linesOf(cartOf(['cup', 2], ['tea', 1], ['cup', 3]))).toEqual([
      ['cup', 5],
      ['tea', 1],
    ])
  })

  test('holds one plan at a time, and names the one that it replaced', () => {
    const changed = putIn(cartOf(['plus', 1], ['cup', 1]), 'pro', 5, shelf(), key())
    expect(changed).toMatchObject({ kind: 'changed', replaced: 'plus' })
    expect(changed.kind === 'changed' && linesOf(changed.cart)).toEqual([
      ['cup', 1],
      ['pro', 1],
    ])
    const twice = putIn(cartOf(['plus', 1]), 'plus', 1, shelf(), key())
    expect(twice).toMatchObject({ kind: 'changed', replaced: undefined })
    expect(twice.kind === 'changed' && linesOf(twice.cart)).toEqual([['plus', 1]])
  })

  test('accepts neither free plans nor unknown products', () => {
    expect(putIn(emptyCart, 'free', 1, shelf(), key())).toEqual({ kind: 'unknown' })
    expect(putIn(emptyCart, 'nothing', 1, shelf(), key())).toEqual({ kind: 'unknown' })
    expect(changeQuantity(emptyCart, 'cup', 1, shelf(), key())).toEqual({ kind: 'unknown' })
  })

  test.each([0, -1, 1.5, 100, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %s of a thing',
    (n) => {
      expect(putIn(emptyCart, 'cup', n, shelf(), key())).toEqual({ kind: 'quantity', most: 99 })
      expect(changeQuantity(cartOf(['cup', 1]), 'cup', n, shelf(), key())).toEqual({
        kind: 'quantity',
        most: 99,
      })
    },
  )

  test('refuses more than are in stock, counting what it holds already', () => {
    const full = { kind: 'short', left: 3, already: 2 }
    expect(putIn(cartOf(['rare', 2]), 'rare', 2, shelf(), key())).toEqual(full)
    const changed = changeQuantity(cartOf(['rare', 2]), 'rare', 4, shelf(), key())
    expect(changed).toEqual({ kind: 'short', left: 3, already: 0 })
    const many = putIn(emptyCart, 'rare', 500, shelf(), key())
    expect(many).toEqual({ kind: 'short', left: 3, already: 0 })
    const none = putIn(emptyCart, 'rare', Number.NaN, shelf(), key())
    expect(none).toEqual({ kind: 'quantity', most: 3 })
    expect(putIn(cartOf(['cup', 60]), 'cup', 40, shelf(), key())).toEqual({
      kind: 'quantity',
      most: 99,
    })
  })

  test('has a maximum size', () => {
    const many = Array.from({ length: mostLines + 1 }, (_, index) => product(`p${index}`))
    const wide = shelf({ products: many })
    let cart = emptyCart
    for (const { id } of many.slice(0, mostLines)) {
      const changed = putIn(cart, id, 1, wide, key())
      if (changed.kind === 'changed') cart = changed.cart
    }
    expect(cart.lines).toHaveLength(mostLines)
    expect(putIn(cart, `p${mostLines}`, 1, wide, key())).toEqual({ kind: 'full' })
    expect(putIn(cart, 'p0', 1, wide, key())).toMatchObject({ kind: 'changed' })
  })

  test('gets a new key when its content changes, and keeps it otherwise', () => {
    const cart = cartOf(['cup', 1])
    const same = changeQuantity(cart, 'cup', 1, shelf(), 'other')
    expect(same).toMatchObject({ cart: { checkoutKey: cart.checkoutKey } })
    const more = changeQuantity(cart, 'cup', 2, shelf(), 'other')
    expect(more).toMatchObject({ cart: { checkoutKey: 'other' } })
    expect(removeProduct(cart, 'tea', shelf(), 'other').checkoutKey).toBe(cart.checkoutKey)
    expect(removeProduct(cart, 'cup', shelf(), 'other')).toEqual({
      lines: [],
      checkoutKey: 'other',
    })
  })

  test('reports what was changed until the next change', () => {
    const cart = cartOf(['cup', 2], ['rare', 3], ['tea', 1])
    const later = shelf(
      {
        products: [
          product('cup', { price: 1_200 }),
          product('rare', { stock: 1 }),
          product('sold', { stock: 0 }),
        ],
      },
      { rare: 1 },
    )
    expect(priceCart(cart, later.catalogue, later.left).changes).toEqual([
      { kind: 'price', productId: 'cup', before: 1_000, now: 1_200 },
      { kind: 'fewer', productId: 'rare', before: 3, now: 1 },
      { kind: 'gone', productId: 'tea' },
    ])
    const next = changeQuantity(cart, 'cup', 3, later, key())
    if (next.kind !== 'changed') throw new Error(next.kind)
    expect(priceCart(next.cart, later.catalogue, later.left).changes).toEqual([])
    expect(linesOf(next.cart)).toEqual([
      ['cup', 3],
      ['rare', 1],
    ])
  })

  test('changes several quantities at once, and names the products of refused ones', () => {
    const cart = cartOf(['cup', 1], ['rare', 1], ['tea', 2], ['plus', 1])
    const wish = (wanted: Record<string, number>) =>
      changeQuantities(cart, (id) => wanted[id], shelf(), key())
    const made = wish({ cup: 3, rare: 4, tea: 2, plus: 7, gone: 1 })
    expect(made.cart.lines.map(({ quantity }) => quantity)).toEqual([3, 1, 2, 1])
    expect([...made.refused]).toEqual([['rare', { kind: 'short', left: 3, already: 0 }]])
    expect([...wish({ cup: Number.NaN, tea: 0 }).refused.values()]).toEqual([
      { kind: 'quantity', most: 99 },
      { kind: 'quantity', most: 99 },
    ])
    // The same cart with its key: an order that is sent twice is one.
    expect(wish({ cup: 1, tea: 2 }).cart).toBe(cart)
    const fewer = shelf({}, { rare: 3, tea: 1 })
    expect(changeQuantities(cart, (id) => ({ tea: 1 })[id], fewer, key()).cart).toBe(cart)
  })

  test('costs the sum of its lines and the shipping, with the VAT in both', () => {
    const { catalogue, left } = shelf()
    const cart = priceCart(cartOf(['cup', 1], ['tea', 2]), catalogue, left)
    const totals = totalsOf(cart, catalogue, 'DE')
    expect(totals).toMatchObject({ goods: 1_998, shipping: 490, gross: 2_488 })
    expect(totals.vat.map(({ rate }) => rate)).toEqual([19, 7])
    expect(totals.vat.reduce((sum, { net, vat }) => sum + net + vat, 0)).toBe(2_488)
    expect(totalsOf(cart, catalogue, 'CH').shipping).toBeUndefined()
    const fetched = totalsOf(cart, catalogue, pickup)
    expect(fetched).toMatchObject({ shipping: 0, gross: 1_998 })
    expect(fetched.vat.map(({ gross }) => gross)).toEqual([1_000, 998])
    const large = priceCart(cartOf(['cup', 5]), catalogue, left)
    expect(totalsOf(large, catalogue, 'DE')).toMatchObject({ shipping: 0, gross: 5_000 })
  })
})
