interface Place {
  subnet: string
  /** Milliseconds since it got on: it was opened, or an e-mail of it went a step further. */
  at: number
  /** An e-mail is on its way in, or being committed. */
  busy: boolean
}

/** The connections of a door by which few may come at once, as far as it decides which has to go. */
export function createPlaces(clock: () => number = () => performance.now()) {
  const places = new Map<string, Place>()

  function countOf(subnet: string): number {
    return [...places.values()].filter((each) => each.subnet === subnet).length
  }

  return {
    countOf,
    get size() {
      return places.size
    },
    open(id: string, subnet: string) {
      places.set(id, { subnet, at: clock(), busy: false })
    },
    /** Without effect on one that was closed. */
    step(id: string, busy = false) {
      const place = places.get(id)
      if (place) places.set(id, { ...place, at: clock(), busy })
    },
    close(id: string) {
      places.delete(id)
    },
    /**
     * The one to end for `newcomer`: idle ones first, those of the most crowded subnet first, the one that
     * has stood still for longest first. Undefined where all have e-mails on their way in and no other
     * subnet has more of them than the newcomer's.
     */
    idlest(newcomer: string): string | undefined {
      const own = places.get(newcomer)?.subnet
      const [first] = [...places]
        .filter(([id]) => id !== newcomer)
        .map(([id, place]) => ({ id, ...place, crowd: countOf(place.subnet) }))
        .sort(
          (one, other) =>
            Number(one.busy) - Number(other.busy) || other.crowd - one.crowd || one.at - other.at,
        )
      const isFair = first && (!first.busy || (own !== undefined && first.crowd > countOf(own)))
      return isFair ? first.id : undefined
    },
  }
}
