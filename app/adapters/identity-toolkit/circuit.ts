/** The longest wait for a service that was found offline, in milliseconds (spec §9). */
export const offlinePatience = 5_000

/** For how long, in milliseconds, the service counts as offline after it was found so. */
const findingHolds = 60_000

/** Remembers whether the service could be reached, so that nobody waits long for what is not there. */
export interface Circuit {
  /** How long the next call may take: `usual`, or 5 s at most while the service is offline. */
  patience(usual: number): number
  /** The service answered, be it with a refusal. */
  reached(): void
  /** No answer of the service came back. */
  lost(): void
}

/** `clock` returns milliseconds, from any beginning. */
export function createCircuit(clock: () => number): Circuit {
  let foundOfflineAt: number | undefined

  // The finding is not renewed by calls that were cut short because of it: a service that is only
  // slow would then never be given the time to answer again.
  function isOffline(): boolean {
    return foundOfflineAt !== undefined && clock() - foundOfflineAt < findingHolds
  }

  return {
    patience: (usual) => (isOffline() ? Math.min(usual, offlinePatience) : usual),
    reached() {
      foundOfflineAt = undefined
    },
    lost() {
      if (!isOffline()) foundOfflineAt = clock()
    },
  }
}
