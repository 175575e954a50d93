/** Refusals within a minute after which a subnet waits behind others. People mistype, but not so often. */
const patience = 5

const minute = 60_000

/** Subnets that are counted at most: who has more is refused by what limits each. */
const mostCounted = 20_000

/** How often each subnet was refused lately, in this process. */
export interface Refusals {
  add(subnet: string): void
  /** Whether it was refused so often within the last minute or two that others go first. */
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
