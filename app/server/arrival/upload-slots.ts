/** Concurrent uploads per network: a few people behind one address. */
const mostAtOnce = 10

export interface UploadSlots {
  /** Returns how to leave; undefined where the network has too many under way. */
  enter(network: string): (() => void) | undefined
}

export function createUploadSlots(): UploadSlots {
  const taken = new Map<string, number>()
  return {
    enter(network) {
      const before = taken.get(network) ?? 0
      if (before >= mostAtOnce) return undefined
      taken.set(network, before + 1)
      return () => {
        const left = (taken.get(network) ?? 1) - 1
        if (left > 0) taken.set(network, left)
        else taken.delete(network)
      }
    },
  }
}
