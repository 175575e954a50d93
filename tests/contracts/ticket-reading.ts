import { describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import type { TicketScope } from '../../app/domain/tickets/scopes'
import { lineFields, type NewTicket } from '../../app/domain/tickets/tickets'
import { begin, exampleMessage, minute, type OpenStores } from './examples'
import { desk, neighbour, stores, useTwoDesks } from './two-desks'

const nothing = () => ({})

export function ticketReadingContract(name: string, open: OpenStores) {
  describe(`reading tickets in ${name}`, () => {
    useTwoDesks(open)

    const titles = async (...list: Parameters<Stores['tickets']['list']>) =>
      (await stores.tickets.list(...list)).tickets.map(({ title }) => title)

    test('the owner and the visitor find the ticket, a foreign scope finds nothing', async () => {
      const { ticket, owner, visitor } = await begin(stores.tickets, desk, 'a')
      expect(await stores.tickets.find(owner)).toEqual(ticket)
      expect(await stores.tickets.find(visitor)).toEqual(ticket)
      for (const scope of [
        { deskId: neighbour, number: 1 },
        { deskId: desk, number: 2 },
        { secretHash: 'wrong' },
        { secretHash: '' },
        { secretHash: ticket.id },
      ]) {
        expect(await stores.tickets.find(scope)).toBeUndefined()
        expect(await stores.tickets.messages(scope, 0, 9)).toEqual([])
        expect(await stores.tickets.markSeen(scope, { reader: 'ada' }, 1)).toBe(false)
      }
    })

    test('a ticket begins with its tag, and with the address that its guest wrote to', async () => {
      const { ticket, owner } = await begin(stores.tickets, desk, 'a', {
        writtenTo: 'orders',
        tags: ['Order'],
      })
      expect(ticket).toMatchObject({ writtenTo: 'orders', tags: ['Order'] })
      expect(await stores.tickets.find(owner)).toEqual(ticket)
      expect(await stores.tickets.tags(desk)).toEqual([{ tag: 'Order', tickets: 1 }])
    })

    test('a list has the fields of each ticket’s line, and nothing that opens it', async () => {
      const { ticket } = await begin(stores.tickets, desk, 'a')
      const { tickets } = await stores.tickets.list(desk, { state: 'open' }, 9)
      expect(tickets).toEqual([
        Object.fromEntries(lineFields.map((field) => [field, ticket[field]])),
      ])
      expect(tickets[0]).toMatchObject({ visitorName: 'Vera', visitorEmail: 'vera@example.com' })
      expect(Object.keys(tickets[0] ?? {})).not.toContain('secretHash')
    })

    test('what is read of a ticket is the same with the id under which it was found', async () => {
      const { ticket, owner, visitor } = await begin(stores.tickets, desk, 'a')
      await begin(stores.tickets, desk, 'b', { followUpOf: ticket.id })
      const note = exampleMessage('note', { author: 'owner', kind: 'note' })
      await stores.tickets.append(owner, note, nothing)
      const { tickets, ticketHistory } = stores
      for (const scope of [owner, visitor]) {
        const found = { ...scope, id: ticket.id }
        for (const read of [
          (of: typeof found | typeof scope) => tickets.messages(of, 0, 9),
          (of: typeof found | typeof scope) => ticketHistory.entries(of, 9),
        ]) {
          expect(await read(found)).toEqual(await read(scope))
        }
      }
      expect(await tickets.messages(ticket, 0, 9)).toEqual(await tickets.messages(visitor, 0, 9))
      const links = await ticketHistory.links({ deskId: desk, number: 1, id: ticket.id })
      expect(links.followUps).toHaveLength(1)
      expect(await tickets.markSeen({ ...owner, id: ticket.id }, { reader: 'ada' }, 2)).toBe(true)
    })

    test('two desks may have a ticket of the same number and start key, each its own', async () => {
      const ours = await begin(stores.tickets, desk, 'a')
      const theirs = await begin(stores.tickets, neighbour, 'a')
      expect(theirs.ticket.number).toBe(ours.ticket.number)
      expect((await stores.tickets.find(theirs.owner))?.id).toBe(theirs.ticket.id)
      const bodies = (await stores.tickets.messages(ours.owner, 0, 9)).map(({ body }) => body)
      expect(bodies).toEqual([`Words of first-${desk}-a`])
    })

    test('messages come in order, after a seq, at most so many', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a')
      for (const key of ['b', 'c', 'd'])
        await stores.tickets.append(owner, exampleMessage(key), nothing)
      const seqs = async (after: number, limit: number) =>
        (await stores.tickets.messages(owner, after, limit)).map(({ seq }) => seq)
      expect(await seqs(0, 9)).toEqual([1, 2, 3, 4])
      expect(await seqs(1, 2)).toEqual([2, 3])
      expect(await seqs(4, 9)).toEqual([])
    })

    test('a visitor may keep a ticket in an account, another account or nobody’s takes its place', async () => {
      const { ticket, visitor } = await begin(stores.tickets, desk, 'a')
      const other = await begin(stores.tickets, neighbour, 'b')
      await stores.tickets.append(visitor, exampleMessage('later'), () => ({
        updatedAt: minute(30),
      }))
      const kept = async (uid: string, limit = 9) =>
        (await stores.tickets.listKept(uid, limit)).map(({ id }) => id)
      for (const { secretHash } of [ticket, other.ticket]) {
        expect(await stores.tickets.keep(secretHash, 'ada')).toBe(true)
      }
      expect(await kept('ada')).toEqual([ticket.id, other.ticket.id])
      expect(await kept('ada', 1)).toEqual([ticket.id])
      await stores.tickets.keep(ticket.secretHash, 'ben')
      expect([await kept('ada'), await kept('ben')]).toEqual([[other.ticket.id], [ticket.id]])
      await stores.tickets.keep(ticket.secretHash, undefined)
      expect(await kept('ben')).toEqual([])
      expect(await stores.tickets.keep('wrong', 'ada')).toBe(false)
    })

    test('all tickets of a desk come by number, after one, at most so many, whatever their state', async () => {
      for (const name of ['a', 'b', 'c', 'd']) await begin(stores.tickets, desk, name)
      await begin(stores.tickets, neighbour, 'theirs')
      const second: TicketScope = { deskId: desk, number: 2 }
      const closed = { state: 'closed', waitingSince: undefined } as const
      await stores.tickets.move(second, () => closed)
      const numbers = async (after: number, limit: number) =>
        (await stores.tickets.listAll(desk, after, limit)).map(({ number }) => number)
      expect(await numbers(0, 9)).toEqual([1, 2, 3, 4])
      expect(await numbers(0, 2)).toEqual([1, 2])
      expect(await numbers(2, 9)).toEqual([3, 4])
      expect(await numbers(4, 9)).toEqual([])
      expect(await stores.tickets.listAll(desk, 1, 1)).toEqual([await stores.tickets.find(second)])
      expect(await stores.tickets.listAll('no desk', 0, 9)).toEqual([])
    })

    test('a visitor’s tickets are found by the e-mail address, last changed first, at this desk', async () => {
      const { tickets } = stores
      const numbers = async (email: string, limit = 9) =>
        (await tickets.listOfVisitor(desk, email, limit)).map(({ number }) => number)
      for (const [name, visitorEmail] of [
        ['a', 'Ada@example.com'],
        ['b', 'hada@example.com'],
        ['c', 'ada@example.com'],
        ['d', ''],
        ['e', 'ada@example.com'],
      ] as const)
        await begin(tickets, desk, name, { visitorEmail })
      const spam = {
        state: 'held',
        waitingSince: undefined,
        visitorEmail: 'ada@example.com',
      } as const
      await begin(tickets, desk, 'spam', spam)
      await begin(tickets, neighbour, 'theirs', { visitorEmail: 'ada@example.com' })
      const at = (number: number, minutes: number) =>
        tickets.move({ deskId: desk, number }, () => ({ updatedAt: minute(minutes) }))
      await at(1, 30)
      await at(3, 10)
      await at(5, 20)
      expect(await numbers('ADA@example.com')).toEqual([1, 5, 3])
      expect(await numbers('ada@example.com', 2)).toEqual([1, 5])
      expect(await numbers('')).toEqual([])
      // One who leaves the address later; a merged one is found as its target.
      await tickets.move({ deskId: desk, number: 4 }, () => ({
        visitorEmail: 'ada@example.com',
        updatedAt: minute(40),
      }))
      await tickets.merge(desk, { source: 5, target: 1 }, () => ({ source: {}, target: {} }))
      expect(await numbers('ada@example.com')).toEqual([4, 1, 3])
    })

    test('a note is for the owner alone, and is counted', async () => {
      const { owner, visitor } = await begin(stores.tickets, desk, 'a')
      const note = exampleMessage('note', { author: 'owner', kind: 'note', body: 'Difficult.' })
      await stores.tickets.append(owner, note, nothing)
      await stores.tickets.append(visitor, exampleMessage('after'), nothing)
      const seqs = async (scope: TicketScope, limit: number) =>
        (await stores.tickets.messages(scope, 0, limit)).map(({ seq }) => seq)
      expect(await seqs(owner, 9)).toEqual([1, 2, 3])
      expect(await seqs(visitor, 9)).toEqual([1, 3])
      expect(await seqs(visitor, 2)).toEqual([1, 3])
    })

    test('when the visitor saw something new is kept, and stays where they see nothing new', async () => {
      const { owner, visitor } = await begin(stores.tickets, desk, 'a')
      await stores.tickets.append(owner, exampleMessage('b'), nothing)
      const seenAt = async () => (await stores.tickets.find(owner))?.visitorSeenAt
      expect(await seenAt()).toBeUndefined()
      await stores.tickets.markSeen(visitor, 'visitor', 2, minute(4))
      expect(await seenAt()).toEqual(minute(4))
      await stores.tickets.markSeen(visitor, 'visitor', 2, minute(5))
      await stores.tickets.markSeen(owner, { reader: 'ada' }, 2, minute(6))
      expect(await seenAt()).toEqual(minute(4))
    })

    test('each side’s reading goes only forward', async () => {
      const { owner, visitor, ticket } = await begin(stores.tickets, desk, 'a')
      await stores.tickets.append(owner, exampleMessage('b'), nothing)
      expect(await stores.tickets.markSeen(owner, { reader: 'ada' }, 2)).toBe(true)
      expect(await stores.tickets.markSeen(owner, { reader: 'ada' }, 2)).toBe(false)
      expect(await stores.tickets.markSeen(owner, { reader: 'ada' }, 1)).toBe(false)
      expect(await stores.tickets.markSeen(visitor, 'visitor', 1)).toBe(true)
      expect(await stores.tickets.find(owner)).toEqual({
        ...ticket,
        lastSeq: 2,
        ownerSeenSeq: 2,
        seenBy: { ada: 2 },
        visitorSeenSeq: 1,
      })
    })

    test('each member’s reading is their own, and the desk’s is that of who read most', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a')
      for (const key of ['b', 'c']) await stores.tickets.append(owner, exampleMessage(key), nothing)
      expect(await stores.tickets.markSeen(owner, { reader: 'ada' }, 2)).toBe(true)
      expect(await stores.tickets.markSeen(owner, { reader: 'cleo' }, 1)).toBe(true)
      expect(await stores.tickets.markSeen(owner, { reader: 'cleo' }, 1)).toBe(false)
      const found = await stores.tickets.find(owner)
      expect(found).toMatchObject({ ownerSeenSeq: 2, seenBy: { ada: 2, cleo: 1 } })
      const [line] = (await stores.tickets.list(desk, {}, 9)).tickets
      expect(line).toMatchObject({ seenBy: { ada: 2, cleo: 1 }, lastAt: found?.lastAt })
    })

    test('open tickets come longest waiting first, page by page, each once', async () => {
      // Two have waited equally long, so that a page ends between equals.
      for (const [name, waited] of [
        ['a', 3],
        ['b', 1],
        ['c', 2],
        ['d', 2],
        ['e', 5],
      ] as const)
        await begin(stores.tickets, desk, name, { waitingSince: minute(waited) })
      await begin(stores.tickets, neighbour, 'foreign')
      const seen: string[] = []
      let next: string | undefined
      for (let page = 0; page < 3; page += 1) {
        const found = await stores.tickets.list(desk, { state: 'open' }, 2, next)
        seen.push(...found.tickets.map(({ title }) => title))
        next = found.next
      }
      expect(next).toBeUndefined()
      expect([seen[0], seen.slice(1, 3).sort(), ...seen.slice(3)]).toEqual([
        'b',
        ['c', 'd'],
        'a',
        'e',
      ])
      expect((await stores.tickets.list(desk, { state: 'open' }, 5)).next).toBeUndefined()
    })

    test('tickets in other states come newest change first, page by page', async () => {
      const solved = { state: 'solved', waitingSince: undefined } satisfies Partial<NewTicket>
      for (const [name, changed] of [
        ['a', 2],
        ['b', 9],
        ['c', 4],
      ] as const) {
        const { owner } = await begin(stores.tickets, desk, name)
        await stores.tickets.move(owner, () => ({ ...solved, updatedAt: minute(changed) }))
      }
      const { tickets, next } = await stores.tickets.list(desk, { state: 'solved' }, 2)
      expect(tickets.map(({ title }) => title)).toEqual(['b', 'c'])
      expect(await titles(desk, { state: 'solved' }, 2, next)).toEqual(['a'])
      expect(await titles(desk, { state: 'open' }, 9)).toEqual([])
    })

    test('a held ticket is in no list but that of held ones', async () => {
      await begin(stores.tickets, desk, 'spam', { state: 'held', waitingSince: undefined })
      expect(await titles(desk, { state: 'open' }, 9)).toEqual([])
      expect(await titles(desk, { state: 'held' }, 9)).toEqual(['spam'])
    })

    test('a place that no page has named begins at the start', async () => {
      await begin(stores.tickets, desk, 'a')
      await begin(stores.tickets, desk, 'b', { waitingSince: minute(1) })
      const { next } = await stores.tickets.list(desk, { state: 'open' }, 1)
      expect(await titles(desk, { state: 'open' }, 9, next)).toEqual(['b'])
      for (const garbage of [
        '',
        'x',
        '%00',
        '\0',
        'bnVsbA',
        'WzEsMl0',
        '🙂',
        "' or 1=1 --",
        `${next}x`.repeat(99),
      ])
        expect(await titles(desk, { state: 'open' }, 9, garbage)).toEqual(['a', 'b'])
    })

    test('every state of the desk is counted, zeros included', async () => {
      await begin(stores.tickets, desk, 'a')
      await begin(stores.tickets, desk, 'b')
      await begin(stores.tickets, desk, 'c', { state: 'held', waitingSince: undefined })
      await begin(stores.tickets, neighbour, 'foreign')
      const zeros = { open: 0, waiting: 0, snoozed: 0, solved: 0, closed: 0, held: 0 }
      expect(await stores.tickets.count(desk)).toEqual({ ...zeros, open: 2, held: 1 })
      expect(await stores.tickets.count('nobody')).toEqual(zeros)
    })
  })
}
