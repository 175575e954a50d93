/** Longest wait, in milliseconds, for a service found offline (spec §9). */
const offlineTimeoutMs = 5_000

/** Milliseconds for which the service then counts as offline. */
const findingHolds = 60_000

/** Remembers whether the service could be reached, so that later calls fail early. */
interface Circuit {
  /** Milliseconds for the next call: `usual`, or 5 s at most while the service is offline. */
  timeoutMs(usual: number): number
  reached(): void
  lost(): void
}

/** `clock` returns milliseconds from any origin. */
export function createCircuit(clock: () => number): Circuit {
  let foundOfflineAt: number | undefined

  // A call cut short because of the finding does not renew it: a service that is only slow would
  // never get the time to respond again.
  function isOffline(): boolean {
    return foundOfflineAt !== undefined && clock() - foundOfflineAt < findingHolds
  }

  return {
    timeoutMs: (usual) => (isOffline() ? Math.min(usual, offlineTimeoutMs) : usual),
    reached() {
      foundOfflineAt = undefined
    },
    lost() {
      if (!isOffline()) foundOfflineAt = clock()
    },
  }
}
