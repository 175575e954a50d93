import { describe, expect, test } from 'vitest'
import { begin, minute, type OpenStores } from './examples'
import { desk, neighbour, stores, useTwoDesks } from './two-desks'

export function ticketNumbersContract(name: string, open: OpenStores) {
  describe(`numbers of a desk in ${name}`, () => {
    useTwoDesks(open)

    async function make(name: string, begun: number, replied?: number, deskId = desk) {
      const { owner } = await begin(stores.tickets, deskId, name, { createdAt: minute(begun) })
      if (replied === undefined) return
      await stores.tickets.move(owner, () => ({ firstReplyAt: minute(replied) }))
    }

    test('each period counts from its beginning until the next one begins', async () => {
      await make('before', -1, 17)
      await make('a', 0, 4)
      await make('b', 14, 24)
      await make('c', 15)
      await make('d', 29, 30)
      await make('foreign', 5, 6, neighbour)
      const { owner } = await begin(stores.tickets, desk, 'spam', { createdAt: minute(5) })
      await stores.tickets.move(owner, () => ({ state: 'held', waitingSince: undefined }))
      const minutes = 60_000
      expect(await stores.ticketNumbers.periods(desk, [0, 15, 30, 45].map(minute))).toEqual([
        {
          since: minute(0),
          begun: 2,
          answered: 1,
          medianFirstReply: 4 * minutes,
        },
        {
          since: minute(15),
          begun: 2,
          answered: 2,
          medianFirstReply: 14 * minutes,
        },
        { since: minute(30), begun: 0, answered: 1, medianFirstReply: minutes },
      ])
      expect(await stores.ticketNumbers.begun(desk, minute(0), minute(15))).toBe(2)
      expect(await stores.ticketNumbers.begun(desk, minute(0), minute(45))).toBe(4)
      expect(await stores.ticketNumbers.begun(desk, minute(30), minute(45))).toBe(0)
    })

    test('nothing happened where nothing is, and no period has no numbers', async () => {
      const [since, until] = [minute(0), minute(15)]
      const none = { since, begun: 0, answered: 0 }
      expect(await stores.ticketNumbers.periods(desk, [since, until])).toEqual([none])
      expect(await stores.ticketNumbers.periods(desk, [since])).toEqual([])
      expect(await stores.ticketNumbers.periods(desk, [])).toEqual([])
    })
  })
}
