/** What happened at a desk in a period. Held and merged tickets are not counted. */
export interface PeriodNumbers {
  since: Date
  until: Date
  /** How many tickets began. */
  begun: number
  /** How many got their first answer, whenever they began. */
  answered: number
  /**
   * Median milliseconds from the first message to the first answer of those answered in the period;
   * undefined while none was.
   */
  medianFirstReply?: number
}

export interface TicketNumbers {
  /**
   * The periods between the boundaries, in order: each begins at a boundary (included) and ends at
   * the next one (not included). Two boundaries are one period, fifteen are fourteen days. Each is a
   * whole quarter of an hour, as midnight is in every time zone: a store may count by quarters.
   */
  periods(deskId: string, boundaries: readonly Date[]): Promise<PeriodNumbers[]>
}

/** When a ticket got its first answer, and how long that took; both in milliseconds. */
export interface FirstReply {
  at: number
  took: number
}

/** Returns what happened between the boundaries, of tickets that began and were answered at these times. */
export function numbersOf(
  boundaries: readonly Date[],
  begun: readonly number[],
  replies: readonly FirstReply[],
): PeriodNumbers[] {
  return periodsBetween(boundaries).map(({ since, until }) => {
    const inside = (at: number) => at >= since.getTime() && at < until.getTime()
    const answered = replies.filter(({ at }) => inside(at))
    return {
      since,
      until,
      begun: begun.filter(inside).length,
      answered: answered.length,
      medianFirstReply: median(answered.map(({ took }) => took)),
    }
  })
}

/** Returns the periods that begin at each boundary and end at the next. */
export function periodsBetween(boundaries: readonly Date[]): { since: Date; until: Date }[] {
  return boundaries.flatMap((since, index) => {
    const until = boundaries[index + 1]
    return until ? [{ since, until }] : []
  })
}

/** Returns the value in the middle, of an even number the mean of the two; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
