import type { Presence } from '~/domain/desks/availability'
import type { Slot, Week } from '~/domain/desks/hours'
import type { ShopState } from '~/domain/site/opening'
import type { ShownProduct } from '../shop/product-card'

/** What the parts of the home page show that is written elsewhere. */
export interface HomeFacts {
  /** Empty while the site has none. */
  name: string
  /** Undefined while nobody runs the site. */
  counter?: { presence: Presence }
  week?: Week
  company?: { name: string; place: string }
  /** Undefined while the shop is not open. */
  shelf?: { state: ShopState; smallBusiness: boolean; products: ShownProduct[] }
}

/** Neighbouring days with the same hours are one line: "Monday–Friday". */
export function hoursLines(week: Week): { first: number; last: number; slots: Slot[] }[] {
  const lines: { first: number; last: number; slots: Slot[] }[] = []
  for (const [day, slots] of week.entries()) {
    const before = lines.at(-1)
    if (before && JSON.stringify(before.slots) === JSON.stringify(slots)) before.last = day
    else lines.push({ first: day, last: day, slots })
  }
  return lines
}
