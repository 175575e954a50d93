/** What a plan raises; `branding` is 1 where the line "with Tresen" is still shown. */
export const limitNames = [
  'conversationsPerMonth',
  'savedReplies',
  'storageMegabytes',
  'branding',
] as const

export type LimitName = (typeof limitNames)[number]

/** What an order gives a desk, from its payment on. */
export interface Entitlement {
  id: string
  deskId: string
  orderId: string
  productId: string
  grants: Partial<Record<LimitName, number>>
  from: Date
  /** The paid time ends here; the limits hold for `grace` longer. */
  until: Date
  createdAt: Date
}

export type NewEntitlement = Entitlement

export interface EntitlementStore {
  /** The desk's entitlements that had not ended, grace included, at `at`; the earliest begun first. */
  listEffective(deskId: string, at: Date): Promise<Entitlement[]>
  find(id: string): Promise<Entitlement | undefined>
  /**
   * Those of all desks that end after `from` and until `to` (included), the earliest first, at most
   * `limit`.
   */
  listEnding(from: Date, to: Date, limit: number): Promise<Entitlement[]>
  /** All that the desk ever had, the latest begun first. */
  listAll(deskId: string, limit: number): Promise<Entitlement[]>
}

/** Milliseconds that limits hold on after what was paid has ended. */
export const grace = 14 * 86_400_000

/** What every desk has for nothing. */
export const freeLimits: Readonly<Record<LimitName, number>> = {
  conversationsPerMonth: 100,
  savedReplies: 20,
  storageMegabytes: 200,
  branding: 1,
}

/**
 * Of what has not ended with its grace at `at`, what counts: what is in its grace does not any more
 * once the same thing was bought again.
 */
export function counting(entitlements: readonly Entitlement[], at: Date): Entitlement[] {
  return entitlements.filter(
    ({ productId, until }) =>
      until > at ||
      !entitlements.some((other) => other.productId === productId && other.until > at),
  )
}

/** What a desk may do now. */
export async function limitsAt(entitlements: EntitlementStore, deskId: string, at: Date) {
  return limitsOf(counting(await entitlements.listEffective(deskId, at), at))
}

/** The limits of a desk with these entitlements: the free ones and all that was granted, at least 0. */
export function limitsOf(entitlements: readonly Pick<Entitlement, 'grants'>[]) {
  const limits = { ...freeLimits }
  for (const name of limitNames) {
    for (const { grants } of entitlements) limits[name] += grants[name] ?? 0
    limits[name] = Math.max(0, limits[name])
  }
  return limits
}
