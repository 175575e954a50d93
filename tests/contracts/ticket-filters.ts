import { describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import {
  channels,
  isWithin,
  priorities,
  rankOf,
  sortingOf,
  statesIn,
  ticketOrders,
} from '../../app/domain/tickets/filters'
import { snoozeTickets } from '../../app/domain/tickets/several'
import { ticketStates } from '../../app/domain/tickets/states'
import type { NewTicket, Ticket, TicketChange } from '../../app/domain/tickets/tickets'
import { readUndo } from '../../app/domain/tickets/undo'
import { solveTickets, undoWork } from '../../app/domain/tickets/work'
import { begin, exampleMember, minute, type OpenStores } from './examples'
import { desk, neighbour, stores, useTwoDesks } from './two-desks'

export function ticketFilterContract(name: string, open: OpenStores) {
  describe(`filtering tickets in ${name}`, () => {
    useTwoDesks(open)

    const titles = async (...list: Parameters<Stores['tickets']['list']>) =>
      (await stores.tickets.list(...list)).tickets.map(({ title }) => title)

    async function make(title: string, change: TicketChange, ticket: Partial<NewTicket> = {}) {
      const { owner } = await begin(stores.tickets, ticket.deskId ?? desk, title, ticket)
      await stores.tickets.move(owner, () => change)
      return owner
    }

    /** The titles of all pages of two. */
    async function walk(filter: Parameters<Stores['tickets']['list']>[1]) {
      const seen: string[] = []
      let next: string | undefined
      do {
        const page = await stores.tickets.list(desk, filter, 2, next)
        seen.push(...page.tickets.map(({ title }) => title))
        next = page.next
      } while (next && seen.length < 99)
      return seen
    }

    test('by state, tag and priority, alone and together', async () => {
      await make('a', { tags: ['Bäckerei', 'Rechnung'], priority: 'high' })
      await make('b', { tags: ['bäckerei'], updatedAt: minute(1) })
      await make('c', { tags: ['Rechnung'], state: 'solved', waitingSince: undefined })
      await make('foreign', { tags: ['Bäckerei'] }, { deskId: neighbour })
      expect(await titles(desk, { tag: 'BÄCKEREI' }, 9)).toEqual(['b', 'a'])
      expect(await titles(desk, { tag: 'rechnung', state: 'solved' }, 9)).toEqual(['c'])
      expect(await titles(desk, { priority: 'high' }, 9)).toEqual(['a'])
      expect(await titles(desk, { tag: 'bäckerei', priority: 'normal' }, 9)).toEqual(['b'])
      for (const tag of ['Bäcker', '', '%', "' or 1=1"]) {
        expect(await titles(desk, { tag }, 9)).toEqual([])
      }
    })

    test('A ticket is found by the tags that it was born with, until they are taken away', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a', { tags: ['Bestellung'] })
      await make('b', { tags: ['Rechnung'] }, { tags: ['Bestellung'] })
      await begin(stores.tickets, neighbour, 'foreign', { tags: ['Bestellung'] })
      for (const state of [undefined, 'open'] as const)
        expect(await titles(desk, { tag: 'bestellung', state }, 9)).toEqual(['a'])
      expect(await stores.tickets.tags(desk)).toMatchObject([{ tickets: 1 }, { tickets: 1 }])
      await stores.tickets.move(owner, () => ({ tags: [] }))
      expect(await titles(desk, { tag: 'bestellung' }, 9)).toEqual([])
    })

    test('Tickets are in their former order once what was done with several is undone', async () => {
      const answered = { state: 'waiting', waitingSince: undefined } as const
      const { deskId } = await make('later', { ...answered, updatedAt: minute(4) })
      await make('earlier', { ...answered, updatedAt: minute(3) })
      await make('latest', { ...answered, updatedAt: minute(5) })
      const filter = { state: 'waiting' } as const
      const before = await stores.tickets.list(deskId, filter, 9)
      const live = { publish: () => undefined, subscribe: async () => () => {}, revision: () => '' }
      const ports = { ...stores, live }
      const numbers = [1, 2]
      const ended = await solveTickets(ports, { deskId }, numbers, minute(6))
      await undoAt(minute(7), ended.undo)
      const snoozed = await snoozeTickets(ports, { deskId }, numbers, minute(90), minute(8))
      expect(await titles(deskId, filter, 9)).toEqual(['latest'])
      await undoAt(minute(9), snoozed.undo)
      expect(await stores.tickets.list(deskId, filter, 9)).toEqual(before)

      async function undoAt(now: Date, step = '') {
        const undo = readUndo(step)
        if (!undo) throw new Error('Nothing is to be undone')
        await undoWork(ports, { deskId }, undo, now)
      }
    })

    test('by being back from a snooze, with who has looked at it since', async () => {
      const snoozedUntil = minute(3)
      await make('open', {})
      await make('asleep', { state: 'snoozed', waitingSince: undefined, snoozedUntil })
      const late = { waitingSince: minute(9), snoozedUntil }
      const mine = await make('back', { ...late, tags: ['Ware'] })
      await make('back, too', { ...late, waitingSince: minute(8), priority: 'high' })
      await make('foreign', late, { deskId: neighbour })
      const filter = { state: 'open', woken: true } as const
      expect(await walk(filter)).toEqual(['back, too', 'back'])
      expect(await titles(desk, { ...filter, tag: 'ware' }, 9)).toEqual(['back'])
      expect(await titles(desk, { ...filter, priority: 'high' }, 9)).toEqual(['back, too'])
      expect(await titles(desk, { ...filter, assignee: '' }, 9)).toEqual(['back, too', 'back'])
      const ticket = await stores.tickets.find(mine)
      if (!ticket) throw new Error('There is no ticket')
      const look = (reader: string) => stores.tickets.markSeen(ticket, { reader }, 1)
      expect([await look('one'), await look('other'), await look('one')]).toEqual([
        true,
        true,
        false,
      ])
      const { tickets } = await stores.tickets.list(desk, filter, 9)
      expect(tickets.map(({ wokenSeenBy }) => wokenSeenBy)).toEqual([undefined, ['one', 'other']])
      await stores.tickets.move(mine, () => ({ wokenSeenBy: undefined }))
      expect((await stores.tickets.find(mine))?.wokenSeenBy).toBeUndefined()
      expect(await look('one')).toBe(true)
    })

    test('every list that the pages offer has what passes, in its order, page by page', async () => {
      for (let index = 0; index < 24; index += 1) {
        const state = ticketStates[index % 6] ?? 'open'
        const waiting = state === 'open' ? minute((index * 7) % 11) : undefined
        const change = { state, waitingSince: waiting, updatedAt: minute((index * 5) % 13) }
        const tags = index % 4 === 0 ? ['Ware'] : []
        await make(`${index}`, { ...change, tags, priority: priorities[index % 3] })
      }
      const all = await stores.tickets.listAll(desk, 0, 99)
      const lists = [undefined, 'done' as const, ...ticketStates].flatMap((state) =>
        [undefined, 'ware'].flatMap((tag) =>
          [undefined, ...priorities].flatMap((priority) =>
            ticketOrders.map((order) => ({ state, tag, priority, order })),
          ),
        ),
      )
      expect(lists).toHaveLength(192)
      const seen = await Promise.all(lists.map(walk))
      for (const [index, filter] of lists.entries()) {
        const { time, direction, ranked } = sortingOf(filter, filter.order)
        const way = direction === 'asc' ? 1 : -1
        const key = (ticket: Ticket) => [
          ranked ? rankOf(ticket.priority) : 0,
          way * (ticket[time]?.getTime() ?? 0),
        ]
        const passing = all
          .filter(({ state }) => statesIn(filter).includes(state))
          .filter(({ priority }) => !filter.priority || priority === filter.priority)
          .filter(({ tags }) => !filter.tag || tags.includes('Ware'))
          .sort((one, other) => {
            const [[rank = 0, at = 0], [otherRank = 0, otherAt = 0]] = [key(one), key(other)]
            return rank - otherRank || at - otherAt || way * (one.id < other.id ? -1 : 1)
          })
        expect([filter, seen[index]]).toEqual([filter, passing.map(({ title }) => title)])
      }
    })

    test('by whose they are, with state and order, page by page', async () => {
      await stores.members.join(exampleMember(desk, 'ben'))
      for (let index = 0; index < 9; index += 1) {
        const assignee = [undefined, 'ada', 'ben'][index % 3]
        const solved = { state: 'solved', waitingSince: undefined } as const
        const change = { assignee, updatedAt: minute(index), tags: index > 5 ? ['Ware'] : [] }
        await make(`${index}`, { ...change, ...(index < 3 && solved) })
      }
      const newest = { order: 'newest' } as const
      expect(await walk({ ...newest, assignee: 'ada' })).toEqual(['7', '4', '1'])
      expect(await walk({ ...newest, assignee: '' })).toEqual(['6', '3', '0'])
      expect(await walk({ assignee: 'ben', state: 'open', order: 'waiting' })).toEqual(['5', '8'])
      expect(await walk({ assignee: '', state: 'done' })).toEqual(['0'])
      expect(await walk({ assignee: 'ada', tag: 'ware' })).toEqual(['7'])
      expect(await walk({ assignee: '', tag: 'ware' })).toEqual(['6'])
      expect(await walk({ assignee: 'cleo' })).toEqual([])
      const found = async (assignee: string) =>
        (await stores.ticketSearch.search(desk, ['first-desk-ada'], { assignee }, 9)).found.length
      expect([await found('ada'), await found('')]).toEqual([3, 3])
    })

    test('Tickets are listed by how they began and when they were changed, with all else, page by page', async () => {
      await stores.members.join(exampleMember(desk, 'ben'))
      for (let index = 0; index < 12; index += 1) {
        const state = index % 4 === 0 ? 'solved' : 'open'
        const waitingSince = state === 'open' ? minute((index * 7) % 11) : undefined
        const change = { state, waitingSince, updatedAt: minute((index * 5) % 12) } as const
        const assignee = index % 2 === 0 ? 'ben' : undefined
        const subject = index % 3 === 0 ? 'Order 7' : undefined
        const more = { assignee, priority: priorities[index % 3] }
        await make(`${index}`, { ...change, ...more }, { subject })
      }
      const all = await stores.tickets.listAll(desk, 0, 99)
      const times = [{}, { from: minute(4) }, { from: minute(2), before: minute(9) }]
      const filters = [undefined, ...channels].flatMap((channel) =>
        [...times, { before: minute(7) }].map((time) => ({ channel, ...time })),
      )
      let tried = 0
      for (const filter of filters) {
        const titlesWith = (state?: 'open', theirs?: string) =>
          all
            .filter((ticket) => isWithin(filter, ticket) && (!state || ticket.state === state))
            .filter(({ assignee }) => !theirs || assignee === theirs)
            .map(({ title }) => title)
        for (const list of [{}, { state: 'open' as const }, { assignee: 'ben' }]) {
          const passing = titlesWith(list.state, list.assignee).sort()
          const narrowed = { ...filter, ...list, order: ticketOrders[tried % 3] }
          tried += 1
          const whole = await titles(desk, narrowed, 99)
          expect([narrowed, await walk(narrowed)]).toEqual([narrowed, whole])
          expect([narrowed, whole.sort()]).toEqual([narrowed, passing])
        }
        const { found } = await stores.ticketSearch.search(desk, ['first-desk-ada'], filter, 99)
        expect(found).toHaveLength(titlesWith().length)
      }
    })

    test('without a state all but held ones are there', async () => {
      await make('a', { updatedAt: minute(1) })
      await make('b', { state: 'closed', waitingSince: undefined, updatedAt: minute(2) })
      await make('c', { state: 'held', waitingSince: undefined, updatedAt: minute(3) })
      expect(await titles(desk, {}, 9)).toEqual(['b', 'a'])
    })

    test('newest first goes by when a ticket began, page by page', async () => {
      for (const [index, title] of ['a', 'b', 'c', 'd', 'e'].entries()) {
        await make(title, { updatedAt: minute(60 - index) }, { createdAt: minute(index) })
      }
      expect(await walk({ order: 'newest' })).toEqual(['e', 'd', 'c', 'b', 'a'])
      expect(await walk({ order: 'newest', state: 'open' })).toEqual(['e', 'd', 'c', 'b', 'a'])
    })

    test('by priority high ones come first, among equals who waits longest, page by page', async () => {
      const waiting = { b: 'low', a: 'high', d: 'normal', c: 'high', e: 'normal' } as const
      for (const [index, [title, priority]] of Object.entries(waiting).entries()) {
        await make(title, { priority }, { waitingSince: minute(10 - index) })
      }
      expect(await walk({ order: 'priority', state: 'open' })).toEqual(['c', 'a', 'e', 'd', 'b'])
      expect(await walk({ order: 'waiting', state: 'open' })).toEqual(['e', 'c', 'd', 'a', 'b'])
    })

    test('a place in one order is none in another', async () => {
      for (const title of ['a', 'b', 'c']) await make(title, {})
      const { next } = await stores.tickets.list(desk, { state: 'open' }, 1)
      expect(await titles(desk, { state: 'open' }, 9, next)).toEqual(['b', 'c'])
      expect(await titles(desk, { state: 'open', order: 'priority' }, 9, next)).toHaveLength(3)
    })

    test('the desk’s tags are counted without capitals, those nobody bears any more are gone', async () => {
      await make('a', { tags: ['Ware', 'zoll'] })
      const owner = await make('b', { tags: ['ware', 'Ärger'] })
      await make('spam', { tags: ['spam'], state: 'held', waitingSince: undefined })
      await make('foreign', { tags: ['Fremd'] }, { deskId: neighbour })
      expect(await stores.tickets.tags(desk)).toEqual([
        { tag: 'Ware', tickets: 2 },
        { tag: 'zoll', tickets: 1 },
        { tag: 'Ärger', tickets: 1 },
      ])
      await stores.tickets.move(owner, () => ({ tags: [] }))
      expect(await stores.tickets.tags(desk)).toEqual([
        { tag: 'Ware', tickets: 1 },
        { tag: 'zoll', tickets: 1 },
      ])
      expect(await stores.tickets.tags('nobody')).toEqual([])
    })
  })
}
