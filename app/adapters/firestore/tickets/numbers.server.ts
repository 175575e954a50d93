import { numbersOf, type TicketNumbers } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import { readMonths } from '../desks/months.server'

export function createTicketNumbers(database: Database): TicketNumbers {
  return {
    async periods(deskId, boundaries) {
      const [first, last] = [boundaries[0], boundaries.at(-1)]
      if (!first || !last) return []
      const months = await readMonths(database, deskId, first, last)
      return numbersOf(
        boundaries,
        months.flatMap(({ begun = {} }) => Object.values(begun)),
        months
          .flatMap(({ answered = {} }) => Object.values(answered))
          .map(([at, begunAt]) => ({ at, took: at - begunAt })),
      )
    },

    async begun(deskId, since, until) {
      const months = await readMonths(database, deskId, since, until)
      const times = months.flatMap(({ begun = {} }) => Object.values(begun))
      return times.filter((at) => at >= since.getTime() && at < until.getTime()).length
    },
  }
}
