/** Refusals within a minute after which a subnet waits behind others; people mistype less often. */
const patience = 5

const minute = 60_000

/** Subnets counted at most; the other limits refuse the rest. */
const mostCounted = 20_000

export interface Refusals {
  add(subnet: string): void
  /** Whether it had so many refusals in the last minute or two that others go first. */
  many(subnet: string): boolean
}

export function createRefusals(now: () => Date): Refusals {
  let counts = new Map<string, number>()
  let before = counts
  let endsAt = 0
  const turn = () => {
    const time = now().getTime()
    if (time < endsAt) return
    before = time < endsAt + minute ? counts : new Map()
    counts = new Map()
    endsAt = time + minute
  }
  return {
    add(subnet) {
      turn()
      if (counts.size < mostCounted || counts.has(subnet)) {
        counts.set(subnet, (counts.get(subnet) ?? 0) + 1)
      }
    },
    many(subnet) {
      turn()
      return Math.max(counts.get(subnet) ?? 0, before.get(subnet) ?? 0) > patience
    },
  }
}
