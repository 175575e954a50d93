import { describe, expect, test } from 'vitest'
import { begin, exampleMessage, minute, type OpenStores } from './examples'
import { desk, neighbour, stores, useTwoDesks } from './two-desks'

export function ticketHistoryContract(name: string, open: OpenStores) {
  describe(`history of tickets in ${name}`, () => {
    useTwoDesks(open)

    const solve = { at: minute(3), actor: 'owner', kind: 'solve', detail: 'solved' } as const
    const close = { at: minute(4), actor: 'desk', kind: 'close', detail: 'closed' } as const
    const started = { number: 1, at: minute(0), actor: 'visitor', kind: 'started', detail: '' }

    test('begins with the ticket and grows with each change, in the same commit', async () => {
      const { owner, visitor } = await begin(stores.tickets, desk, 'a')
      await begin(stores.tickets, neighbour, 'a')
      const reopened = { at: minute(5), actor: 'visitor', kind: 'visitor-writes', detail: 'open' }
      await stores.tickets.move(owner, () => ({ history: [solve, close] }))
      await stores.tickets.append(visitor, exampleMessage('m'), () => ({
        history: [reopened as typeof solve & typeof reopened],
      }))
      const history = [started, ...[solve, close, reopened].map((each) => ({ number: 1, ...each }))]
      expect(await stores.ticketHistory.entries(owner, 9)).toEqual(history)
      expect(await stores.ticketHistory.entries(visitor, 2)).toEqual(history.slice(2))
      for (const scope of [{ deskId: neighbour, number: 2 }, { secretHash: 'wrong' }])
        expect(await stores.ticketHistory.entries(scope, 9)).toEqual([])
    })

    test('names the member of each line and message', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a')
      const line = { ...solve, byUid: 'ada' }
      const answered = { answeredSeq: 2, answeredBy: 'reader' }
      const change = { ...answered, history: [line] }
      const reply = exampleMessage('r', { author: 'owner', byUid: 'ada' })
      expect(await stores.tickets.append(owner, reply, () => change)).toMatchObject({
        message: { byUid: 'ada' },
        ticket: answered,
      })
      expect((await stores.tickets.messages(owner, 0, 9)).map((each) => each.byUid)).toEqual([
        undefined,
        'ada',
      ])
      expect(await stores.tickets.find(owner)).toMatchObject(answered)
      const lines = [started, { number: 1, ...line }]
      expect(await stores.ticketHistory.entries(owner, 9)).toEqual(lines)
    })

    test('knows the form that moved a ticket, which moves it once', async () => {
      const { owner, visitor } = await begin(stores.tickets, desk, 'a')
      const form = 'solve abcdefghijklmnopqrstuvwx'
      const closed = () => ({ state: 'closed' as const, history: [close] })
      expect(await stores.tickets.move(owner, () => ({ history: [solve] }), form)).toMatchObject({
        kind: 'moved',
      })
      const before = await stores.tickets.find(owner)
      for (let count = 0; count < 2; count += 1)
        expect(await stores.tickets.move(owner, closed, form)).toEqual({
          kind: 'again',
          ticket: before,
        })
      const lines = [started, { number: 1, ...solve, form }]
      expect(await stores.ticketHistory.entries(visitor, 9)).toEqual(lines)
      const others = await Promise.all([
        stores.tickets.move(owner, () => undefined, 'another'),
        stores.tickets.move(owner, () => ({})),
        stores.tickets.move({ deskId: neighbour, number: 1 }, closed, form),
      ])
      expect(others.map(({ kind }) => kind)).toEqual(['refused', 'moved', 'unknown'])
      expect((await stores.tickets.move(owner, closed, 'close it')).kind).toBe('moved')
    })

    test('what is refused, fails or was there before leaves no line', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a')
      await stores.tickets.append(owner, exampleMessage('m'), () => ({}))
      await stores.tickets.append(owner, exampleMessage('m'), () => ({ history: [solve] }))
      await stores.tickets.move(owner, () => undefined)
      await begin(stores.tickets, desk, 'a')
      expect(await stores.ticketHistory.entries(owner, 9)).toEqual([started])
    })

    test('a ticket and those that continue it know each other', async () => {
      const old = await begin(stores.tickets, desk, 'old')
      for (const name of ['new', 'newer'])
        await begin(stores.tickets, desk, name, { followUpOf: old.ticket.id })
      const link = (number: number, title: string) => ({ number, title, state: 'open' })
      const links = (number: number) => stores.ticketHistory.links({ deskId: desk, number })
      expect(await links(1)).toEqual({
        followUps: [link(2, 'new'), link(3, 'newer')],
        mergedFrom: [],
      })
      expect(await links(3)).toEqual({ followUpOf: link(1, 'old'), followUps: [], mergedFrom: [] })
      expect(await links(4)).toEqual({ followUps: [], mergedFrom: [] })
      const followed = (await stores.ticketHistory.entries({ deskId: desk, number: 1 }, 9)).slice(1)
      expect(followed.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
        'followed-up 2',
        'followed-up 3',
      ])
    })
  })
}
