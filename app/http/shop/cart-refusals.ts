import type { FormError } from '~/domain/forms/forms'
import type { Refused } from '~/domain/shop/cart-changes'
import { mostLines } from '~/domain/shop/carts'
import { countTyped } from '~/domain/text/numbers'

export function statusOf({ kind }: Refused): number {
  return { unknown: 404, quantity: 400, short: 409, full: 409 }[kind]
}

export function countIn(typed: string): number {
  return countTyped(typed) ?? Number.NaN
}

export function errorOf(refused: Refused, adds: boolean): FormError {
  switch (refused.kind) {
    case 'quantity': {
      const key = adds ? 'shop:errors.quantityAdd' : 'shop:errors.quantity'
      return { key, values: { most: refused.most } }
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
