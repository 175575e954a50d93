import type { LimitName } from '../desks/entitlements'
import { counting, type Entitlement, type EntitlementStore, limitsOf } from '../desks/entitlements'
import { type AttachmentStore, megabytesOf } from '../files/attachments'
import type { TicketNumbers } from '../tickets/numbers'
import type { SavedReplyStore } from '../tickets/saved-replies'
import type { Catalogue, Product } from './catalogue'
import { isGiven } from './shelf'

export type Limits = Record<LimitName, number>

/** `branding` is a limit that is not counted. */
export const countedLimits = ['conversationsPerMonth', 'savedReplies', 'storageMegabytes'] as const

export type CountedLimit = (typeof countedLimits)[number]

/** Above `most` nothing is lost or refused to visitors. */
export interface Use {
  name: CountedLimit
  used: number
  most: number
}

interface Ports {
  attachments: AttachmentStore
  entitlements: EntitlementStore
  savedReplies: SavedReplyStore
  ticketNumbers: TicketNumbers
}

/** Given the starts of this calendar month and the next. */
export async function readPlanUse(
  { attachments, entitlements, savedReplies, ticketNumbers }: Ports,
  deskId: string,
  [since, until]: [Date, Date],
  now: Date,
): Promise<{ effective: Entitlement[]; limits: Limits; uses: Use[] }> {
  const [all, replies, stored, begun] = await Promise.all([
    entitlements.listEffective(deskId, now),
    savedReplies.list(deskId),
    attachments.used({ deskId }, now),
    ticketNumbers.begun(deskId, since, until),
  ])
  const effective = counting(all, now)
  const limits = limitsOf(effective)
  const used: Record<CountedLimit, number> = {
    conversationsPerMonth: begun,
    savedReplies: replies.length,
    storageMegabytes: megabytesOf(stored.desk),
  }
  const uses = countedLimits.map((name) => ({ name, used: used[name], most: limits[name] }))
  return { effective, limits, uses }
}

export function plansOf({ products }: Catalogue): Product[] {
  return products
    .filter(({ kind, hidden }) => kind === 'plan' && !hidden)
    .sort((one, other) => one.price - other.price)
}

/** The one of every desk that has no other; undefined where the shop does not name it. */
export function freePlanOf(catalogue: Catalogue): Product | undefined {
  return plansOf(catalogue).find(isGiven)
}

export function addonsOf({ products }: Catalogue): Product[] {
  return products.filter(({ kind, hidden }) => kind === 'addon' && !hidden)
}

export function liftingPlan(
  catalogue: Catalogue,
  name: CountedLimit,
  most: number,
): Product | undefined {
  return plansOf(catalogue).find((plan) => limitsOf([plan])[name] > most)
}

/** The one begun last; undefined for the free default. */
export function planOf(effective: readonly Entitlement[], catalogue: Catalogue) {
  const plans = plansOf(catalogue)
  return effective
    .toReversed()
    .flatMap((entitlement) => {
      const product = plans.find(({ id }) => id === entitlement.productId)
      return product ? [{ product, until: entitlement.until }] : []
    })
    .at(0)
}

/** Once this plan is bought, which comes on top; with the free one, once all others have ended. */
export function limitsWith(
  plan: Product,
  effective: readonly Entitlement[],
  catalogue: Catalogue,
): Limits {
  if (!isGiven(plan)) return limitsOf([plan, ...effective])
  const plans = plansOf(catalogue).map(({ id }) => id)
  return limitsOf(effective.filter(({ productId }) => !plans.includes(productId)))
}

export function beyond(uses: readonly Use[], limits: Limits): CountedLimit[] {
  return uses.filter(({ name, used }) => used > limits[name]).map(({ name }) => name)
}
