export interface PeriodNumbers {
  since: Date
  begun: number
  /** First replies, whenever their tickets began. */
  answered: number
  /** Median milliseconds to the first reply, of those in the period; undefined without any. */
  medianFirstReply?: number
}

export interface TicketNumbers {
  /**
   * The periods between boundaries, in order, each including its start and not its end. Boundaries
   * are whole quarters of an hour, as midnight is in every time zone, so a store may count by
   * quarters.
   */
  periods(deskId: string, boundaries: readonly Date[]): Promise<PeriodNumbers[]>
  /** How many began in one such period. */
  begun(deskId: string, since: Date, until: Date): Promise<number>
}

/** In milliseconds. */
interface FirstReply {
  at: number
  took: number
}

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
      begun: begun.filter(inside).length,
      answered: answered.length,
      medianFirstReply: median(answered.map(({ took }) => took)),
    }
  })
}

export function periodsBetween(boundaries: readonly Date[]): { since: Date; until: Date }[] {
  return boundaries.flatMap((since, index) => {
    const until = boundaries[index + 1]
    return until ? [{ since, until }] : []
  })
}

/** Of an even number of values, the mean of the middle two; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = Float64Array.from(values).sort()
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
