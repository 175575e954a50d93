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
   * of an even number the middle of the two in the middle; undefined while none was.
   */
  medianFirstReply?: number
}

export interface TicketNumbers {
  /**
   * The periods between the boundaries, in order: each begins at a boundary (included) and ends at
   * the next one (not included). Two boundaries are one period, fifteen are fourteen days.
   */
  periods(deskId: string, boundaries: readonly Date[]): Promise<PeriodNumbers[]>
}
