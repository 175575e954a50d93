import type { NewEntitlement } from '../desks/entitlements'
import { type LimitName, limitNames } from '../desks/entitlements'
import type { Order, OrderLine } from './orders'

/** The entitlements that an order gives its desk from `paidAt` on, one per product. */
export function entitlementsOf(
  { id, deskId, lines }: Pick<Order, 'id' | 'deskId' | 'lines'>,
  paidAt: Date,
): NewEntitlement[] {
  if (deskId === undefined) return []
  return lines.flatMap((line) => {
    if (!line.interval || Object.keys(line.grants).length === 0) return []
    return {
      // Derived, for idempotency.
      id: `${id}-${line.productId}`,
      deskId,
      orderId: id,
      productId: line.productId,
      grants: grantsOf(line, line.quantity),
      from: paidAt,
      until: monthsAfter(paidAt, line.interval === 'year' ? 12 : 1),
      createdAt: paidAt,
    }
  })
}

export function grantsOf({ grants }: OrderLine, quantity: number): OrderLine['grants'] {
  const all: Partial<Record<LimitName, number>> = {}
  for (const name of limitNames) {
    const each = grants[name]
    if (each !== undefined) all[name] = each * quantity
  }
  return all
}

/** Calendar months later (UTC), or the last day of a shorter month. */
export function monthsAfter(start: Date, months: number): Date {
  const later = new Date(start)
  later.setUTCMonth(start.getUTCMonth() + months)
  // The 31st overflowed into the next month.
  if (later.getUTCDate() !== start.getUTCDate()) later.setUTCDate(0)
  return later
}
