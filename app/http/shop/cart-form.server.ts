import type { FormErrors } from '~/domain/forms/forms'
import {
  changeQuantities,
  type QuantitiesChanged,
  type Refused,
  removeProduct,
} from '~/domain/shop/cart-changes'
import type { Cart } from '~/domain/shop/carts'
import { quantityField, removing } from '~/domain/shop/line-fields'
import type { Shelf } from '~/domain/shop/shelf'
import { countIn, errorOf } from './cart-refusals'

/** The cart as a form with all of it wants it: quantities by their fields, and by its `intent` without a line. */
export function changeByForm(
  cart: Cart,
  field: (name: string) => string | undefined,
  shelf: Shelf,
  newKey: string,
): QuantitiesChanged {
  const gone = cart.lines.find(({ productId }) => field('intent') === removing(productId))
  const left = gone ? removeProduct(cart, gone.productId, shelf, newKey) : cart
  const wanted = (productId: string) => {
    const typed = field(quantityField(productId))
    return typed === undefined ? undefined : countIn(typed)
  }
  return changeQuantities(left, wanted, shelf, newKey)
}

export function quantityErrors(refused: Map<string, Refused>): FormErrors {
  const errors = [...refused].map(([id, each]) => [quantityField(id), errorOf(each, false)])
  return Object.fromEntries(errors)
}
