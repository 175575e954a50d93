/** What is bought in turn: of the goods there are too few, the plan raises the limits of a desk. */
export const wares = { service: 'set-up-hour', good: 'house-coffee', plan: 'desk-plus' } as const

type Ware = keyof typeof wares

/**
 * What becomes of an order: paid, with the message of it once, ten times or never; cancelled by a
 * double click; or left until it expires.
 */
const fates = ['once', 'ten times', 'never', 'cancelled', 'left'] as const

export type Fate = (typeof fates)[number]

/** What the customer with this number buys, and what becomes of it: every pair comes in turn. */
export function partOf(customer: number): { ware: Ware; fate: Fate; quantity: number } {
  const ware = (['service', 'good', 'plan'] as const)[customer % 3] ?? 'service'
  const quantity = ware === 'good' ? 1 + (customer % 2) : 1
  return { ware, fate: fates[customer % fates.length] ?? 'once', quantity }
}
