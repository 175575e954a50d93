import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import type { Ticket } from '../../app/domain/tickets'
import { begin, exampleMessage, minute, type OpenStores, twoDesks } from './examples'

const ids = ({ id, deskId, number }: Ticket) => ({ id, deskId, number })

export function ticketErasureContract(name: string, open: OpenStores) {
  describe(`erasing tickets in ${name}`, () => {
    let stores: Stores
    let desk: string
    let neighbour: string
    beforeEach(async () => {
      stores = await open()
      const desks = await twoDesks(stores)
      desk = desks[0].id
      neighbour = desks[1].id
    })
    afterEach(() => stores.close())

    test('takes a ticket with all that is its own, once, and leaves the others whole', async () => {
      const { ticket, owner, visitor } = await begin(stores.tickets, desk, 'a')
      const next = await begin(stores.tickets, desk, 'b', { followUpOf: ticket.id })
      await stores.tickets.move(owner, () => ({ tags: ['Ware'] }))
      await stores.tickets.append(owner, exampleMessage('m', { body: 'Kanarienvogel' }), () => ({}))
      expect(await stores.ticketErasure.erase(visitor)).toEqual([ids(ticket)])
      for (const scope of [owner, visitor]) {
        expect(await stores.tickets.find(scope)).toBeUndefined()
        expect(await stores.tickets.messages(scope, 0, 9)).toEqual([])
        expect(await stores.ticketHistory.entries(scope, 9)).toEqual([])
        expect(await stores.ticketErasure.erase(scope)).toEqual([])
      }
      expect(await stores.tickets.tags(desk)).toEqual([])
      expect(await stores.ticketSearch.search(desk, ['Kanarienvogel'], {}, 9)).toEqual({
        found: [],
      })
      expect(await stores.tickets.find(next.owner)).toEqual({
        ...next.ticket,
        followUpOf: undefined,
      })
      expect(await stores.tickets.messages(next.owner, 0, 9)).toHaveLength(1)
      const { ticket: later } = await begin(stores.tickets, desk, 'c')
      expect(later.number).toBe(3)
    })

    test('knows only the desk’s own number and the visitor’s own secret', async () => {
      const { ticket, owner } = await begin(stores.tickets, desk, 'a')
      for (const scope of [{ deskId: neighbour, number: 1 }, { secretHash: 'wrong' }])
        expect(await stores.ticketErasure.erase(scope)).toEqual([])
      expect(await stores.tickets.find(owner)).toEqual(ticket)
    })

    test('takes old ones by their last change, the oldest first, at most so many', async () => {
      const made: Ticket[] = []
      for (const [name, changed] of Object.entries({ a: 4, b: 2, c: 3, d: 5 })) {
        const { owner, ticket } = await begin(stores.tickets, desk, name)
        await stores.tickets.move(owner, () => ({ updatedAt: minute(changed) }))
        made.push(ticket)
      }
      await begin(stores.tickets, neighbour, 'theirs')
      const erase = async (before: number, limit: number) =>
        (await stores.ticketErasure.eraseOlder(desk, minute(before), limit)).map(({ id }) => id)
      expect(await erase(2, 9)).toEqual([])
      expect(await erase(5, 2)).toEqual([made[1]?.id, made[2]?.id])
      expect(await erase(5, 2)).toEqual([made[0]?.id])
      expect((await stores.tickets.count(desk)).open).toBe(1)
      expect((await stores.tickets.count(neighbour)).open).toBe(1)
    })

    test('spares a ticket until it has slept out', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a')
      const asleep = { state: 'snoozed', waitingSince: undefined, snoozedUntil: minute(9) } as const
      await stores.tickets.move(owner, () => ({ ...asleep, updatedAt: minute(1) }))
      expect(await stores.ticketErasure.eraseOlder(desk, minute(9), 9)).toEqual([])
      expect(await stores.ticketErasure.eraseOlder(desk, minute(10), 9)).toHaveLength(1)
    })
  })
}
