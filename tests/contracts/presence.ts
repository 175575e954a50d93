import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mostMembers, type PresenceStore, type TicketRef } from '../../app/domain/live/presence'
import { minute } from './examples'

/** Opens a store; `close` ends what it holds. */
export type OpenPresenceStore = () => Promise<{ presence: PresenceStore; close(): Promise<void> }>

const ticketRef: TicketRef = { deskId: 'ada', ticketId: 'ticket-1', number: 1 }
const cake = { title: 'Cake', address: 'https://shop.example/cake', shown: 'shop.example/cake' }
const bread = { title: 'Bread', address: 'https://shop.example/', shown: 'shop.example/' }
const away = { owner: 'away', visitor: 'away', members: [], changesAt: undefined }
const ada = { uid: 'ada' }
const ben = { uid: 'ben' }

export function presenceContract(name: string, open: OpenPresenceStore) {
  describe(`presence ${name}`, () => {
    let presence: PresenceStore
    let close: () => Promise<void>
    beforeEach(async () => {
      ;({ presence, close } = await open())
    })
    afterEach(() => close())

    test('nobody is present before anybody came', async () => {
      expect(await presence.at('ticket-1', minute(0))).toEqual(away)
      expect(await presence.around('ada', minute(0))).toEqual([])
    })

    test('a visitor who came is present until the time given, which is returned', async () => {
      await presence.arrive(ticketRef, 'visitor', 'a', minute(2), minute(0))
      const here = { owner: 'away', visitor: 'here', members: [], changesAt: minute(2) }
      expect(await presence.at('ticket-1', minute(1))).toEqual(here)
      expect(await presence.at('ticket-1', minute(2))).toEqual(away)
    })

    test('a visitor with two pages is present while one of them is open', async () => {
      await presence.arrive(ticketRef, 'visitor', 'a', minute(9), minute(0))
      await presence.arrive(ticketRef, 'visitor', 'b', minute(5), minute(0))
      await presence.arrive(ticketRef, 'visitor', 'a', minute(1), minute(0))
      expect(await presence.at('ticket-1', minute(1))).toMatchObject({
        visitor: 'here',
        changesAt: minute(5),
      })
      expect(await presence.at('ticket-1', minute(5))).toEqual(away)
    })

    test('typing also means presence, for each side, until it stops or expires', async () => {
      await presence.type(ticketRef, ada, minute(2), minute(0))
      await presence.arrive(ticketRef, 'visitor', 'a', minute(3), minute(0))
      expect(await presence.at('ticket-1', minute(1))).toEqual({
        owner: 'typing',
        visitor: 'here',
        members: [{ ...ada, is: 'typing' }],
        changesAt: minute(2),
      })
      expect((await presence.at('ticket-1', minute(2))).owner).toBe('away')
      await presence.type(ticketRef, 'visitor', minute(3), minute(1))
      await presence.type(ticketRef, 'visitor', minute(1), minute(1))
      expect((await presence.at('ticket-1', minute(1))).visitor).toBe('here')
    })

    test('members are at a ticket each for themselves, and type there each alone', async () => {
      await presence.arrive(ticketRef, ada, 'a', minute(5), minute(0))
      await presence.arrive(ticketRef, ben, 'a', minute(4), minute(0))
      await presence.arrive(ticketRef, ben, 'b', minute(3), minute(0))
      await presence.type(ticketRef, ben, minute(2), minute(0))
      const both = async (now: number) => (await presence.at('ticket-1', minute(now))).members
      expect(await presence.at('ticket-1', minute(1))).toEqual({
        owner: 'typing',
        visitor: 'away',
        members: [
          { ...ada, is: 'here' },
          { ...ben, is: 'typing' },
        ],
        changesAt: minute(2),
      })
      expect(await both(2)).toEqual([
        { ...ada, is: 'here' },
        { ...ben, is: 'here' },
      ])
      await presence.arrive(ticketRef, ben, 'a', minute(2), minute(2))
      expect(await both(2)).toHaveLength(2)
      expect(await both(3)).toEqual([{ ...ada, is: 'here' }])
      expect(await presence.at('ticket-1', minute(5))).toEqual(away)
    })

    test('twenty members at a ticket are noted; others once one of them has left', async () => {
      for (let each = 1; each <= mostMembers; each += 1) {
        const until = minute(each === 1 ? 1 : 3)
        await presence.arrive(ticketRef, { uid: `member-${each}` }, 'a', until, minute(0))
      }
      await presence.arrive(ticketRef, ada, 'a', minute(3), minute(0))
      const noted = async (now: number) => (await presence.at('ticket-1', minute(now))).members
      expect(await noted(0)).toHaveLength(mostMembers)
      expect(await noted(0)).not.toContainEqual({ ...ada, is: 'here' })
      await presence.arrive(ticketRef, ada, 'a', minute(3), minute(1))
      expect(await noted(1)).toContainEqual({ ...ada, is: 'here' })
    })

    test('a desk knows its own conversations in which somebody is', async () => {
      await presence.arrive(ticketRef, 'visitor', 'a', minute(2), minute(0))
      const other = { ...ticketRef, ticketId: 'ticket-2', number: 2 }
      await presence.arrive(other, 'visitor', 'a', minute(1), minute(0))
      const neighbour = { deskId: 'ben', ticketId: 'ticket-3', number: 1 }
      await presence.arrive(neighbour, 'visitor', 'a', minute(2), minute(0))
      expect(await presence.around('ada', minute(1))).toEqual([
        { ...ticketRef, owner: 'away', visitor: 'here', members: [], changesAt: minute(2) },
      ])
    })

    test('the page that a visitor looks at is known until the time given, or until there is another', async () => {
      await presence.visit(ticketRef, cake, minute(3), minute(0))
      const looks = { ...away, page: cake, changesAt: minute(3) }
      expect(await presence.at('ticket-1', minute(1))).toEqual(looks)
      expect(await presence.around('ada', minute(1))).toEqual([{ ...ticketRef, ...looks }])
      await presence.arrive(ticketRef, 'visitor', 'a', minute(2), minute(0))
      expect(await presence.at('ticket-1', minute(1))).toMatchObject({
        visitor: 'here',
        changesAt: minute(2),
      })
      await presence.visit(ticketRef, bread, minute(4), minute(1))
      expect((await presence.at('ticket-1', minute(3))).page).toEqual(bread)
      expect(await presence.at('ticket-1', minute(4))).toEqual(away)
      expect(await presence.around('ada', minute(4))).toEqual([])
    })

    test('visitors who left are forgotten, however many came after', async () => {
      await presence.arrive(ticketRef, 'visitor', 'gone', minute(1), minute(0))
      for (let number = 0; number < 3_000; number += 1) {
        const next = { ...ticketRef, ticketId: `next-${number}`, number }
        await presence.arrive(next, 'visitor', 'a', minute(3), minute(2))
      }
      expect(await presence.at('ticket-1', minute(0))).toEqual(away)
    })
  })
}
