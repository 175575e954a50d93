import { describe, expect, test } from 'vitest'
import { AccountGone } from '../../app/domain/desks/desks'
import { OtherDesks } from '../../app/domain/erasure/erasure'
import type { Ticket } from '../../app/domain/tickets/tickets'
import {
  begin,
  exampleDesk,
  exampleMessage,
  exampleOrder,
  minute,
  type OpenStores,
} from './examples'
import { desk, neighbour, stores, useTwoDesks } from './two-desks'

const ids = ({ id, deskId, number }: Ticket) => ({ id, deskId, number })

export function erasureContract(name: string, open: OpenStores) {
  describe(`erasing in ${name}`, () => {
    useTwoDesks(open)

    const hideOld = (before: Date, limit: number) =>
      stores.erasure.hideOldTickets(desk, before, limit, minute(20))

    test('takes a ticket with all that is its own, once, and leaves the others whole', async () => {
      const { ticket, owner, visitor } = await begin(stores.tickets, desk, 'a')
      const next = await begin(stores.tickets, desk, 'b', { followUpOf: ticket.id })
      await stores.tickets.move(owner, () => ({ tags: ['Ware'] }))
      await stores.tickets.append(owner, exampleMessage('m', { body: 'Kanarienvogel' }), () => ({}))
      expect(await stores.erasure.hideTicket(visitor, minute(0))).toEqual([ids(ticket)])
      for (const scope of [owner, visitor]) {
        expect(await stores.tickets.find(scope)).toBeUndefined()
        expect(await stores.tickets.messages(scope, 0, 9)).toEqual([])
        expect(await stores.ticketHistory.entries(scope, 9)).toEqual([])
        expect(await stores.erasure.hideTicket(scope, minute(0))).toEqual([])
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
        expect(await stores.erasure.hideTicket(scope, minute(0))).toEqual([])
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
        (await hideOld(minute(before), limit)).map(({ id }) => id)
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
      expect(await hideOld(minute(9), 9)).toEqual([])
      expect(await hideOld(minute(10), 9)).toHaveLength(1)
    })

    /** Erases in steps of so many rows; returns how many steps that took. */
    async function eraseAll(rows: number): Promise<number> {
      let steps = 1
      while (await stores.erasure.eraseStep(rows)) steps += 1
      return steps
    }

    test('a long ticket is hidden at once and goes in small steps, whoever takes them', async () => {
      const { ticket, owner, visitor } = await begin(stores.tickets, desk, 'long')
      const merged = await begin(stores.tickets, desk, 'merged')
      for (let count = 0; count < 40; count += 1) {
        const message = exampleMessage(`m${count}`, { body: 'Kanarienvogel' })
        await stores.tickets.append(owner, message, () => ({}))
      }
      await stores.tickets.merge(desk, { source: 2, target: 1 }, () => ({ source: {}, target: {} }))
      const other = await begin(stores.tickets, desk, 'other')
      await stores.tickets.append(other.owner, exampleMessage('o'), () => ({}))
      expect(await stores.erasure.hideTicket(visitor, minute(2))).toEqual([
        ids(ticket),
        ids(merged.ticket),
      ])
      const left = async () => {
        const { tickets } = await stores.tickets.list(desk, {}, 9)
        const { found } = await stores.ticketSearch.search(desk, ['Kanarienvogel'], {}, 9)
        const scopes = [owner, visitor, merged.owner, merged.visitor]
        const there = await Promise.all(scopes.map((scope) => stores.tickets.find(scope)))
        const all = await stores.tickets.listAll(desk, -99, 9)
        return [tickets, all, found, there.filter(Boolean)].map(({ length }) => length)
      }
      expect(await left()).toEqual([1, 1, 0, 0])
      expect(await stores.erasure.eraseStep(10)).toBe(true)
      expect(await left()).toEqual([1, 1, 0, 0])
      expect(await eraseAll(10)).toBeGreaterThan(3)
      expect(await left()).toEqual([1, 1, 0, 0])
      expect(await stores.erasure.eraseStep(10)).toBe(false)
      expect(await stores.tickets.messages(other.owner, 0, 9)).toHaveLength(2)
      expect((await begin(stores.tickets, desk, 'next')).ticket.number).toBe(4)
    })

    test('a hidden account is nobody’s from the first moment, its desk and tickets too', async () => {
      const { visitor, owner } = await begin(stores.tickets, desk, 'a')
      const elsewhere = await begin(stores.tickets, neighbour, 'kept')
      await stores.tickets.keep(elsewhere.ticket.secretHash, 'ada')
      const kept = await begin(stores.tickets, desk, 'of ben')
      await stores.tickets.keep(kept.ticket.secretHash, 'ben')
      const due = { timerAt: minute(1), updatedAt: minute(1) }
      await stores.tickets.move(owner, () => due)
      const { erasure, accounts, desks, tickets } = stores
      expect(await erasure.hideAccount('ada', 'sealed', minute(5))).toMatchObject({
        deskIds: [desk],
      })
      expect(await erasure.hideAccount('ada', 'other', minute(6))).toEqual({
        sessionIds: [],
        deskIds: [],
      })
      expect(await erasure.isHidden('ada')).toBe(true)
      expect(await erasure.isHidden('ben')).toBe(false)
      expect(await accounts.find('ada')).toBeUndefined()
      expect(await accounts.findByEmail('ada@example.com')).toBeUndefined()
      expect(await desks.findById(desk)).toBeUndefined()
      expect(await desks.findById('desk-ada')).toBeUndefined()
      expect(await desks.findByPublicKey('key-of-ada', minute(5))).toBeUndefined()
      await expect(desks.ensure(exampleDesk('ada'))).rejects.toThrow(AccountGone)
      expect((await desks.findOldest())?.id).toBe(neighbour)
      for (const scope of [visitor, owner]) {
        expect(await tickets.find(scope)).toBeUndefined()
        expect(await tickets.messages(scope, 0, 9)).toEqual([])
        const message = exampleMessage('late')
        expect(await tickets.append(scope, message, () => ({}))).toEqual({ kind: 'unknown' })
      }
      expect(await tickets.listKept('ben', 9)).toEqual([])
      expect(await stores.ticketTimers.due(minute(9), 9)).toEqual([])
      const changed = await stores.changedTickets.between(minute(0), minute(9), 9)
      expect(changed.map(({ deskId }) => deskId)).toEqual([neighbour])
      expect(await eraseAll(1)).toBeGreaterThan(5)
      expect((await tickets.find(elsewhere.owner))?.keptBy).toBeUndefined()
    })

    describe('an order of an account', () => {
      const own = () => exampleOrder('own', { uid: 'ada', deskId: desk })
      const ofAccount = () => stores.orders.listByAccount('ada', 9)

      test('stays its own where the account could not be hidden', async () => {
        await stores.orders.place(own(), {})
        const hide = stores.erasure.hideAccount('ada', 'sealed', minute(5), ['another'])
        await expect(hide).rejects.toThrow(OtherDesks)
        expect(await ofAccount()).toHaveLength(1)
      })

      test('gives its goods back once nobody pays for them', async () => {
        const declared = { bell: 2 }
        const unproven = { reservedUntil: minute(60) }
        await stores.orders.place(own(), declared)
        await stores.orders.place(exampleOrder('held', { uid: 'ada', ...unproven }), declared)
        expect(await stores.orders.stockLeft(declared)).toEqual({ bell: 0 })
        await stores.erasure.hideAccount('ada', 'sealed', minute(5))
        expect(await stores.orders.stockLeft(declared)).toEqual({ bell: 0 })
        for (const number of [1_001, 1_002])
          await stores.orders.move({ number }, () => ({ state: 'expired', stock: 'back' }))
        expect(await stores.orders.stockLeft(declared)).toEqual({ bell: 2 })
        const again = await stores.orders.place(exampleOrder('next', unproven), declared)
        expect(again).toMatchObject({ order: { stockTaken: true } })
      })

      test('is kept for the years of the law, and removed in pieces then', async () => {
        const paid = { state: 'fulfilled' as const, paidAt: new Date('2026-03-04') }
        for (const key of ['a', 'b', 'c'])
          await stores.orders.place(exampleOrder(key, { uid: 'ada' }), {})
        for (const number of [1_001, 1_002, 1_003]) await stores.orders.move({ number }, () => paid)
        await stores.erasure.hideAccount('ada', 'sealed', minute(5))
        await eraseAll(9)
        const remove = (now: string) => stores.restrictedOrders.removeOlder(new Date(now), 2)
        expect(await remove('2034-12-31')).toBe(0)
        expect(await remove('2035-01-02')).toBe(2)
        expect(await remove('2035-01-02')).toBe(1)
        expect(await remove('2035-01-02')).toBe(0)
      })

      test.each(['begun', 'by-hand'] as const)(
        'stays within reach while its refund is on its way, %s',
        async (state) => {
          await stores.orders.place(own(), {})
          const begun = {
            key: 'k',
            at: minute(4),
            pieces: { bell: 1 },
            shipping: 490,
            amount: 1_680,
            vat: [],
            state,
          }
          const done = { state: 'fulfilled' as const, paidAt: minute(3), refunds: [begun] }
          await stores.orders.move({ number: 1_001 }, () => done)
          await stores.erasure.hideAccount('ada', 'sealed', minute(5))
          await eraseAll(9)
          const order = await stores.orders.find({ number: 1_001 })
          expect(order).toMatchObject({ state: 'fulfilled', refunds: [begun] })
          expect(order?.uid).toBeUndefined()
        },
      )

      test('is nobody’s if it is placed after the account was hidden', async () => {
        await stores.erasure.hideAccount('ada', 'sealed', minute(5))
        const placed = await stores.orders.place(own(), {})
        expect(placed).toMatchObject({ kind: 'placed', order: { number: 1_001 } })
        const found = await stores.orders.find({ number: 1_001 })
        expect([found?.uid, found?.deskId]).toEqual([undefined, undefined])
        await eraseAll(9)
        expect(await stores.orders.find({ number: 1_001 })).toEqual(found)
      })

      test('is nobody’s in the end, whenever it is placed meanwhile', async () => {
        const placed = Array.from({ length: 12 }, (_, index) =>
          stores.orders.place(exampleOrder(`own ${index}`, { uid: 'ada', deskId: desk }), {}),
        )
        await Promise.all([...placed, stores.erasure.hideAccount('ada', 'sealed', minute(5))])
        expect(await ofAccount()).toEqual([])
        for (let number = 1_001; number <= 1_012; number += 1)
          expect((await stores.orders.find({ number }))?.uid).toBeUndefined()
      })
    })

    test('the last record of an account stays until it is gone everywhere else', async () => {
      const { erasure } = stores
      await erasure.hideAccount('ada', 'sealed', minute(5))
      expect(await erasure.dueAccounts(minute(4), 9)).toEqual([])
      const account = { uid: 'ada', deskId: desk, askedAt: minute(5) }
      const whole = { ...account, sealedTokens: 'sealed', tries: 0, hasData: true }
      expect(await erasure.dueAccounts(minute(5), 9)).toEqual([whole])
      await eraseAll(9)
      expect(await erasure.dueAccounts(minute(5), 9)).toEqual([{ ...whole, hasData: false }])
      await erasure.postpone('ada', { sealedTokens: 'newer', tries: 2, dueAt: minute(8) })
      expect(await erasure.dueAccounts(minute(7), 9)).toEqual([])
      const [later] = await erasure.dueAccounts(minute(8), 9)
      expect(later).toMatchObject({ sealedTokens: 'newer', tries: 2, hasData: false })
      await erasure.postpone('ada', { sealedTokens: undefined, tries: 2, dueAt: undefined })
      expect(await erasure.dueAccounts(minute(99), 9)).toEqual([])
      expect(await erasure.isHidden('ada')).toBe(true)
      await erasure.finish('ada')
      expect(await erasure.isHidden('ada')).toBe(false)
    })

    test('whatever is hidden notes a purge for the next night, one for all of a day', async () => {
      const { erasure } = stores
      const night = (day: number) => new Date(Date.UTC(2026, 0, day, 2))
      expect(await erasure.duePurge(night(30))).toBeUndefined()
      const { visitor } = await begin(stores.tickets, desk, 'a')
      await erasure.hideTicket({ secretHash: 'unknown' }, minute(0))
      expect(await erasure.duePurge(night(30))).toBeUndefined()
      await erasure.hideTicket(visitor, minute(0))
      await erasure.hideAccount('ada', 'sealed', minute(5))
      expect(await erasure.duePurge(minute(6))).toBeUndefined()
      expect(await erasure.duePurge(night(6))).toEqual(night(6))
      // During the purge the next night begins.
      await erasure.hideAccount('ben', 'sealed', night(6))
      await erasure.purged(night(6))
      expect(await erasure.duePurge(night(6))).toBeUndefined()
      expect(await erasure.duePurge(night(7))).toEqual(night(7))
    })
  })
}
