import { soundLines } from '~/domain/files/plain-text'
import type { AddressField } from '~/domain/shop/address-input'
import { billingField } from '~/domain/shop/billing-input'
import type { Address, Order } from '~/domain/shop/orders'
import { readVatId } from '~/domain/shop/vat-ids'
import { emailKey, readEmail } from '~/domain/text/email'
import { readPostcode } from '~/domain/text/postcodes'
import { nameLine, plainLine } from '~/domain/text/single-line'
import { readDay } from '~/domain/time/typed'

/** Whether a form sent again is that of the order: the cart may be gone by then. */
export function isTyped(order: Order, typed: Record<string, string>): boolean {
  const same = (field: string, value = '') => nameLine(typed[field] ?? '') === value
  const { address, pickup, billing, vatId, note } = order
  return (
    emailKey(addressIn(typed.email)) === emailKey(order.email) &&
    same('payment', order.payment) &&
    soundLines(typed.note ?? '') === (note ?? '') &&
    readVatId(typed.vatId ?? '') === vatId &&
    same('company', (billing ?? address)?.company) &&
    (!address || isSameAddress(address, (field) => typed[field])) &&
    isSameAddress(
      billing,
      (field) => typed[billingField(field)] || (billing && field === 'name' ? typed.name : ''),
    ) &&
    (!pickup || (same('name', pickup.name) && readDay(typed.day ?? '') === pickup.day))
  )
}

/** Without an address only a country was sent, which is always chosen. */
function isSameAddress(
  known: Address | undefined,
  typedIn: (field: AddressField) => string | undefined,
): boolean {
  const lines = ['name', 'street', 'line2', 'city'] as const
  const postcode = typedIn('postcode') ?? ''
  return (
    lines.every((field) => nameLine(typedIn(field) ?? '') === (known?.[field] ?? '')) &&
    (known
      ? typedIn('country') === known.country &&
        readPostcode(postcode, known.country) === readPostcode(known.postcode, known.country)
      : plainLine(postcode) === '')
  )
}

function addressIn(typed = ''): string {
  const read = readEmail(typed)
  return 'address' in read ? read.address : typed
}
