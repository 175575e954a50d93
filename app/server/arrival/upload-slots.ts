/** Concurrent uploads: how many of one network or subnet, and of all together. */
interface Most {
  ofNetwork: number
  inAll?: number
}

export interface UploadSlots {
  /** Returns how to leave; undefined where too many are under way. */
  enter(network: string): (() => void) | undefined
}

export function createUploadSlots({
  ofNetwork,
  inAll = Number.POSITIVE_INFINITY,
}: Most): UploadSlots {
  const taken = new Map<string, number>()
  let all = 0
  return {
    enter(network) {
      const before = taken.get(network) ?? 0
      if (before >= ofNetwork || all >= inAll) return undefined
      taken.set(network, before + 1)
      all += 1
      return () => {
        all -= 1
        const left = (taken.get(network) ?? 1) - 1
        if (left > 0) taken.set(network, left)
        else taken.delete(network)
      }
    },
  }
}
