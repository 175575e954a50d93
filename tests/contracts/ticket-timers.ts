import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import { begin, minute, type OpenStores, twoDesks } from './examples'

export function ticketTimersContract(name: string, open: OpenStores) {
  describe(`timers of tickets in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    test('what is due comes from all desks, the longest due first, at most so many', async () => {
      const [ada, ben] = await twoDesks(stores)
      for (const [deskId, name, at] of [
        [ada.id, 'a', 5],
        [ben.id, 'b', 3],
        [ada.id, 'c', 9],
        [ada.id, 'd', undefined],
      ] as const) {
        const { owner } = await begin(stores.tickets, deskId, name)
        const timerAt = at === undefined ? undefined : minute(at)
        await stores.tickets.move(owner, () => ({ timerAt }))
      }
      const first = { deskId: ben.id, number: 1 }
      const second = { deskId: ada.id, number: 1 }
      expect(await stores.ticketTimers.due(minute(2), 9)).toEqual([])
      expect(await stores.ticketTimers.due(minute(3), 9)).toEqual([first])
      expect(await stores.ticketTimers.due(minute(8), 9)).toEqual([first, second])
      expect(await stores.ticketTimers.due(minute(8), 1)).toEqual([first])
      await stores.tickets.move(first, () => ({ timerAt: undefined }))
      expect(await stores.ticketTimers.due(minute(8), 9)).toEqual([second])
    })
  })
}
