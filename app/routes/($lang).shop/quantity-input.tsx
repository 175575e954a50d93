import { mostOfOne } from '~/domain/shop/carts'
import type { CartAnswer } from './cart-deeds.server'

/** A refused value stays as typed, with focus. */
export function QuantityInput({
  id,
  quantity,
  most = mostOfOne,
  refused,
}: {
  id: string
  quantity: number
  most?: number
  refused?: CartAnswer
}) {
  const shared = {
    id,
    name: 'quantity',
    'aria-invalid': refused ? true : undefined,
    'aria-describedby': refused && `${id}-error`,
    autoFocus: refused ? true : undefined,
    defaultValue: refused?.quantity ?? quantity,
  }
  return <input type="number" min="1" max={Math.min(most, mostOfOne)} required {...shared} />
}
