import { z } from 'zod'
import { pickup, type Totals } from './carts'
import type { Cents } from './money'
import type { OrderLine } from './orders'

/** What a checkout showed: only that is ordered. As text, so that a form can return it. */
type Seen = string

const seenParts = z.tuple([
  z.array(z.tuple([z.string(), z.number(), z.number()])),
  z.string().nullable(),
  z.object({ shipping: z.number().optional() }).passthrough(),
  z.string(),
])

export type SeenChange =
  | { kind: 'quantity'; productId: string; before: number; now: number }
  | { kind: 'price'; productId: string; before: Cents; now: Cents }
  /** `chosen`: sent elsewhere, by the customer's choice; else `before` is what it cost there. */
  | { kind: 'shipping'; country: string; before?: Cents; now: Cents; chosen: boolean }
  | { kind: 'pickup' }
  | { kind: 'terms' }

export function seenOf(
  lines: Pick<OrderLine, 'productId' | 'quantity' | 'price'>[],
  totals: Totals,
  destination: string | undefined,
  terms: string,
): Seen {
  const each = lines.map(({ productId, quantity, price }) => [productId, quantity, price])
  return JSON.stringify([each, destination ?? null, totals, terms])
}

/** Empty where something else changed, such as a VAT rate, or a text is none of `seenOf`. */
export function changesBetween(before: Seen, now: Seen): SeenChange[] {
  const [seen, current] = [read(before), read(now)]
  if (!seen || !current) return []
  const ids = new Set([...seen.lines.keys(), ...current.lines.keys()])
  const changes = [...ids].flatMap((productId): SeenChange[] => {
    const [was, is] = [seen.lines.get(productId), current.lines.get(productId)]
    const price = was && is && was.price !== is.price
    const [quantity, left] = [was?.quantity ?? 0, is?.quantity ?? 0]
    return [
      ...(quantity === left
        ? []
        : [{ kind: 'quantity' as const, productId, before: quantity, now: left }]),
      ...(price ? [{ kind: 'price' as const, productId, before: was.price, now: is.price }] : []),
    ]
  })
  const { destination, shipping } = current
  const moved = destination !== seen.destination || shipping !== seen.shipping
  if (moved && destination === pickup) changes.push({ kind: 'pickup' })
  else if (moved && destination && shipping !== undefined) {
    const chosen = destination !== seen.destination
    changes.push({
      kind: 'shipping',
      country: destination,
      ...(!chosen && { before: seen.shipping }),
      now: shipping,
      chosen,
    })
  }
  if (current.terms !== seen.terms) changes.push({ kind: 'terms' })
  return changes
}

/** Why a question about changes is calm: the customer chose them, or pays less. */
export type CalmReason = 'pickup' | 'shipping' | 'chosen' | 'cheaper'

/**
 * Undefined where the customer must look at what the shop changed. `quantities` are those that the
 * customer has just typed, by product.
 */
export function calmReason(
  changes: readonly SeenChange[],
  quantities: Record<string, number> = {},
): CalmReason | undefined {
  const isChosen = (change: SeenChange) =>
    change.kind === 'pickup' ||
    (change.kind === 'shipping' && change.chosen) ||
    (change.kind === 'quantity' && quantities[change.productId] === change.now)
  const isCheaper = (change: SeenChange) =>
    (change.kind === 'price' || change.kind === 'shipping') &&
    change.before !== undefined &&
    change.now < change.before
  const others = changes.filter((change) => !isChosen(change))
  if (changes.length === 0 || !others.every(isCheaper)) return undefined
  if (others.length > 0) return 'cheaper'
  const [first] = changes
  const moved = first?.kind === 'pickup' || first?.kind === 'shipping'
  return changes.length === 1 && moved ? first.kind : 'chosen'
}

/**
 * The delivery that a form asks for. Paying on pick-up is a choice of pick-up, too, unless the form
 * showed the total of a pick-up before and another delivery was chosen since.
 */
export function deliveryWanted(typed: { delivery: string; payment: string; seen: Seen }): string {
  const { delivery, payment, seen } = typed
  const since = read(seen)?.destination === pickup
  return payment === 'on-pickup' && !since ? pickup : delivery
}

function read(text: Seen) {
  const { data } = z
    .string()
    .transform((json, context) => {
      try {
        return JSON.parse(json)
      } catch {
        context.addIssue({ code: 'custom' })
        return z.NEVER
      }
    })
    .pipe(seenParts)
    .safeParse(text)
  if (!data) return undefined
  const [lines, destination, { shipping }, terms] = data
  const byId = lines.map(([id, quantity, price]) => [id, { quantity, price }] as const)
  return { lines: new Map(byId), destination, shipping, terms }
}
