/** `branding` is 1 where "with Tresen" is shown. */
export const limitNames = [
  'conversationsPerMonth',
  'savedReplies',
  'storageMegabytes',
  'branding',
] as const

export type LimitName = (typeof limitNames)[number]

export interface Entitlement {
  id: string
  deskId: string
  orderId: string
  productId: string
  grants: Partial<Record<LimitName, number>>
  from: Date
  /** The limits apply for `grace` longer. */
  until: Date
  createdAt: Date
}

export type NewEntitlement = Entitlement

export interface EntitlementStore {
  /** Not ended at `at`, grace included; earliest first. */
  listEffective(deskId: string, at: Date): Promise<Entitlement[]>
  find(id: string): Promise<Entitlement | undefined>
  /** Of all desks, ending after `from` and until `to` (included), earliest first, after `after`. */
  listEnding(
    from: Date,
    to: Date,
    limit: number,
    after?: Pick<Entitlement, 'until' | 'orderId' | 'productId'>,
  ): Promise<Entitlement[]>
  listAll(deskId: string, limit: number): Promise<Entitlement[]>
}

/** Milliseconds that limits outlast the paid time. */
export const grace = 14 * 86_400_000

export const freeLimits: Readonly<Record<LimitName, number>> = {
  conversationsPerMonth: 100,
  savedReplies: 20,
  storageMegabytes: 200,
  branding: 1,
}

/** These desks have no limits that a plan could raise: nobody buys from themselves. */
export function withoutLimits(
  entitlements: EntitlementStore,
  isExempt: (deskId: string) => Promise<boolean> | boolean,
): EntitlementStore {
  const grants = {
    conversationsPerMonth: 1_000_000_000,
    savedReplies: 1_000,
    storageMegabytes: 1_000_000,
    branding: -1,
  }
  return {
    ...entitlements,
    async listEffective(deskId, at) {
      if (!(await isExempt(deskId))) return entitlements.listEffective(deskId, at)
      return [
        {
          id: `house-${deskId}`,
          deskId,
          orderId: '',
          productId: '',
          grants,
          from: at,
          until: new Date(at.getTime() + grace),
          createdAt: at,
        },
      ]
    },
  }
}

/** Leaves out those in grace that were bought again. */
export function counting(entitlements: readonly Entitlement[], at: Date): Entitlement[] {
  return entitlements.filter(
    ({ productId, until }) =>
      until > at ||
      !entitlements.some((other) => other.productId === productId && other.until > at),
  )
}

export async function limitsAt(entitlements: EntitlementStore, deskId: string, at: Date) {
  return limitsOf(counting(await entitlements.listEffective(deskId, at), at))
}

/** The free limits plus granted ones, at least 0. */
export function limitsOf(entitlements: readonly Pick<Entitlement, 'grants'>[]) {
  const limits = { ...freeLimits }
  for (const name of limitNames) {
    for (const { grants } of entitlements) limits[name] += grants[name] ?? 0
    limits[name] = Math.max(0, limits[name])
  }
  return limits
}
