import { useGive } from '~/components/forms/given'
import type { FormAnswer } from '~/domain/forms/forms'
import { mostOfOne } from '~/domain/shop/carts'

/** A refused value stays as typed, with focus. */
export function QuantityInput({
  id,
  name = 'quantity',
  quantity,
  most = mostOfOne,
  refused,
}: {
  id: string
  name?: string
  quantity: number
  most?: number
  refused?: FormAnswer
}) {
  useGive()(name, quantity)
  const shared = {
    id,
    name,
    'aria-invalid': refused ? true : undefined,
    'aria-describedby': refused && `${id}-error`,
    autoFocus: refused ? true : undefined,
    defaultValue: refused?.typed[name] ?? quantity,
  }
  return <input type="number" min="1" max={Math.min(most, mostOfOne)} required {...shared} />
}
