import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Desk } from '../../app/domain/desks/desks'
import type { MailChange, NewMail } from '../../app/domain/outbox/mails'
import type { Stores } from '../../app/domain/stores'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { begin, eraseAccount, exampleMail, minute, type OpenStores, twoDesks } from './examples'

export function mailStoreContract(name: string, open: OpenStores) {
  describe(`mails in ${name}`, () => {
    let stores: Stores
    let desk: Desk
    let neighbour: Desk
    let ticket: Ticket
    beforeEach(async () => {
      stores = await open()
      ;[desk, neighbour] = await twoDesks(stores)
      ticket = (await begin(stores.tickets, desk.id, 'a')).ticket
    })
    afterEach(() => stores.close())

    const add = (...mails: NewMail[]) => stores.mails.add(mails, minute(1))
    const change = (key: string, change: MailChange, at = 5) =>
      stores.mails.change(key, minute(at), () => change)
    const dueKeys = async (at: number, limit = 9) =>
      (await stores.mails.listDue(minute(at), limit)).map(({ key }) => key)

    test('a reason is taken once, however often it is given', async () => {
      expect(await add(exampleMail(ticket, 'a'), exampleMail(ticket, 'b'))).toBe(2)
      await change('a', { state: 'sent', dueAt: undefined })
      const again = exampleMail(ticket, 'a', { dueAt: minute(0) })
      expect(await add(again, exampleMail(ticket, 'b'), exampleMail(ticket, 'c'))).toBe(1)
      expect(await dueKeys(9)).toEqual(['b', 'c'])
    })

    test('a notice that was not needed is taken again, other e-mails are not', async () => {
      const news = exampleMail(ticket, 'a', { kind: 'owner-news' })
      const answer = exampleMail(ticket, 'b', { kind: 'visitor-answer' })
      await add(news, answer)
      for (const key of ['a', 'b']) await change(key, { state: 'dropped', dueAt: undefined })
      expect(await dueKeys(99)).toEqual([])
      expect(await add(news, answer)).toBe(1)
      expect(await dueKeys(99)).toEqual(['a'])
      expect(await add(news)).toBe(0)
    })

    test('those that have left are counted by tickets, kinds and time', async () => {
      const other = (await begin(stores.tickets, desk.id, 'b')).ticket
      await add(
        exampleMail(ticket, 'a', { kind: 'visitor-receipt' }),
        exampleMail(ticket, 'b', { kind: 'visitor-rating' }),
        exampleMail(ticket, 'c', { kind: 'visitor-answer' }),
        exampleMail(ticket, 'due', { kind: 'visitor-rating' }),
        exampleMail(other, 'd', { kind: 'visitor-rating' }),
      )
      for (const key of ['a', 'b', 'c', 'd']) await change(key, { state: 'sent', dueAt: undefined })
      const kinds = ['visitor-receipt', 'visitor-rating'] as const
      const count = (ids: string[], at: number) => stores.mails.countLeft(ids, kinds, minute(at))
      expect(await count([ticket.id, other.id], 5)).toBe(3)
      expect(await count([ticket.id], 5)).toBe(2)
      expect(await count([ticket.id], 6)).toBe(0)
      expect(await count([], 0)).toBe(0)
    })

    test('a mail about no ticket is not taken', async () => {
      expect(await add(exampleMail({ ...ticket, id: 'gone' }, 'a'))).toBe(0)
      expect(await dueKeys(9)).toEqual([])
    })

    test('due e-mails come in time and in order', async () => {
      await add(
        exampleMail(ticket, 'late', { dueAt: minute(4) }),
        exampleMail(ticket, 'soon', { dueAt: minute(3) }),
      )
      expect(await dueKeys(2)).toEqual([])
      expect(await dueKeys(3)).toEqual(['soon'])
      expect(await dueKeys(4)).toEqual(['soon', 'late'])
      expect(await dueKeys(4, 1)).toEqual(['soon'])
    })

    test('a change is as decided, and a refused one is none', async () => {
      await add(exampleMail(ticket, 'a'))
      const claim = { state: 'claimed', attempt: 'x', tries: 1, dueAt: minute(7) } as const
      const claimed = await change('a', claim)
      const mail = { ...exampleMail(ticket, 'a'), createdAt: minute(1), updatedAt: minute(5) }
      expect(claimed).toEqual({ ...mail, ...claim })
      expect(await stores.mails.change('a', minute(6), () => undefined)).toBeUndefined()
      expect(await change('unknown', {})).toBeUndefined()
      expect(await stores.mails.listDue(minute(9), 9)).toEqual([claimed])
      await change('a', { state: 'dropped', dueAt: undefined, attempt: undefined })
      expect(await dueKeys(9)).toEqual([])
    })

    test('only one of many who claim a mail at once has it', async () => {
      await add(exampleMail(ticket, 'a'))
      const claims = await Promise.all(
        ['x', 'y', 'z'].map((attempt) =>
          stores.mails.change('a', minute(5), ({ state }) =>
            state === 'due' ? { state: 'claimed', attempt } : undefined,
          ),
        ),
      )
      expect(claims.filter(Boolean)).toHaveLength(1)
    })

    test('a mail joins others of its desk that are due, and nothing else', async () => {
      const { ticket: foreign } = await begin(stores.tickets, neighbour.id, 'n')
      await add(exampleMail(ticket, 'carrier'), exampleMail(ticket, 'b'), exampleMail(ticket, 'c'))
      await add(exampleMail(ticket, 'other', { kind: 'visitor-answer' }))
      await add(exampleMail(foreign, 'foreign'))
      const waiting = await stores.mails.listWaiting(desk.id, 'owner-news', minute(2), 9)
      expect(waiting.map(({ key }) => key).sort()).toEqual(['b', 'c', 'carrier'])
      expect(await stores.mails.listWaiting(desk.id, 'owner-news', minute(1), 9)).toEqual([])
      await change('c', { state: 'sent', dueAt: undefined })
      await stores.mails.join(desk.id, ['b', 'c', 'foreign'], 'carrier', minute(6))
      const joined = await stores.mails.listJoined(desk.id, 'carrier')
      expect(joined).toMatchObject([{ key: 'b', state: 'joined', joinedTo: 'carrier' }])
      expect(await stores.mails.listJoined(neighbour.id, 'carrier')).toEqual([])
      expect((await dueKeys(9)).sort()).toEqual(['carrier', 'foreign', 'other'])
    })

    test('a member’s waiting e-mails are as many as asked for, though others wait longer', async () => {
      const waiting = ['', 'cleo', 'dora'].flatMap((reader, index) =>
        [1, 2, 3].map((seq) =>
          exampleMail(ticket, `${reader}${seq}`, {
            reader: reader || undefined,
            seq,
            dueAt: minute(index + 1),
          }),
        ),
      )
      await add(...waiting)
      const keysOf = async (reader?: string) =>
        (await stores.mails.listWaiting(desk.id, 'owner-news', minute(9), 3, reader))
          .map(({ key }) => key)
          .sort()
      expect(await keysOf()).toEqual(['1', '2', '3'])
      expect(await keysOf('cleo')).toEqual(['cleo1', 'cleo2', 'cleo3'])
      expect(await keysOf('dora')).toEqual(['dora1', 'dora2', 'dora3'])
    })

    test('what left counts, whether it surely arrived or not', async () => {
      await add(...['a', 'b', 'c', 'd'].map((key, seq) => exampleMail(ticket, key, { seq })))
      await change('b', { state: 'uncertain', dueAt: undefined }, 6)
      await change('a', { state: 'sent', dueAt: undefined }, 5)
      await change('d', { state: 'failed', dueAt: undefined }, 7)
      const departures = (since: number) =>
        stores.mails.departures(desk.id, 'owner-news', minute(since))
      expect(await departures(5)).toEqual([minute(5), minute(6)])
      expect(await departures(6)).toEqual([minute(6)])
      expect(await stores.mails.departures(neighbour.id, 'owner-news', minute(0))).toEqual([])
      await add(exampleMail(ticket, 'theirs', { reader: 'cleo' }))
      const theirs = (reader: string) =>
        stores.mails.departures(desk.id, 'owner-news', minute(0), reader)
      const waiting = (reader?: string) =>
        stores.mails.listWaiting(desk.id, 'owner-news', minute(2), 9, reader)
      expect(await waiting('cleo')).toMatchObject([{ key: 'theirs', reader: 'cleo' }])
      expect((await waiting()).map(({ key }) => key)).toEqual(['c'])
      await change('theirs', { state: 'sent', dueAt: undefined }, 8)
      expect([await theirs('cleo'), await theirs('dora')]).toEqual([[minute(8)], []])
      expect(await stores.mails.lastNotifiedSeq(ticket.id, 'owner-news')).toBe(1)
      expect(await stores.mails.lastNotifiedSeq(ticket.id, 'visitor-answer')).toBe(0)
    })

    test('a ticket’s newest mail of a kind is found, whatever became of it', async () => {
      await add(...['a', 'b'].map((key, seq) => exampleMail(ticket, key, { seq })))
      await change('b', { state: 'due', problem: 'limit' })
      const found = await stores.mails.findLatest(ticket.id, 'owner-news')
      expect(found).toMatchObject({ key: 'b', problem: 'limit' })
      expect(await stores.mails.findLatest(ticket.id, 'visitor-answer')).toBeUndefined()
    })

    test('the owner finds failed e-mails, the latest first', async () => {
      await add(...['a', 'b', 'c'].map((key) => exampleMail(ticket, key)))
      await change('a', { state: 'failed', dueAt: undefined, problem: '550' }, 6)
      await change('b', { state: 'uncertain', dueAt: undefined }, 7)
      const troubled = await stores.mails.listTroubled(desk.id, minute(6), 9)
      expect(troubled.map(({ key }) => key)).toEqual(['b', 'a'])
      expect(troubled[1]?.problem).toBe('550')
      expect(await stores.mails.listTroubled(desk.id, minute(7), 9)).toHaveLength(1)
      expect(await stores.mails.listTroubled(neighbour.id, minute(0), 9)).toEqual([])
    })

    test('a visitor who wants no mails gets none here nor in what follows, and may think again', async () => {
      const later = await begin(stores.tickets, desk.id, 'later', { followUpOf: ticket.id })
      const { mails } = stores
      expect(await mails.isStopped(ticket.id)).toBe(false)
      await mails.setStopped(ticket.id, true, minute(1))
      await mails.setStopped(ticket.id, true, minute(2))
      await mails.setStopped('unknown', true, minute(2))
      expect(await mails.isStopped(ticket.id)).toBe(true)
      expect(await mails.isStopped(later.ticket.id)).toBe(true)
      expect(await mails.isStopped('unknown')).toBe(false)
      await mails.setStopped(later.ticket.id, false, minute(3))
      expect(await mails.isStopped(ticket.id)).toBe(false)
      expect(await mails.isStopped(later.ticket.id)).toBe(false)
    })

    test('somebody in copy who wants no mails gets none here nor in what follows, and may think again', async () => {
      const later = await begin(stores.tickets, desk.id, 'later', { followUpOf: ticket.id })
      const { mails } = stores
      expect(await mails.copyStops(ticket.id)).toEqual([])
      expect(await mails.copyStops('unknown')).toBeUndefined()
      await mails.setCopyStopped(ticket.id, 'Kai@Example.com', true)
      await mails.setCopyStopped(ticket.id, 'kai@example.com', true)
      await mails.setCopyStopped(ticket.id, 'lea@example.com', true)
      await mails.setCopyStopped('unknown', 'kai@example.com', true)
      expect(await mails.copyStops(ticket.id)).toEqual(['kai@example.com', 'lea@example.com'])
      expect(await mails.copyStops(later.ticket.id)).toHaveLength(2)
      // The visitor's own choice is another.
      expect(await mails.isStopped(ticket.id)).toBe(false)
      await mails.setStopped(ticket.id, true, minute(1))
      await mails.setStopped(ticket.id, false, minute(2))
      await mails.setCopyStopped(later.ticket.id, 'kai@example.com', false)
      expect(await mails.copyStops(ticket.id)).toEqual(['lea@example.com'])
      await mails.setCopyStopped(ticket.id, 'lea@example.com', false)
      expect(await mails.copyStops(later.ticket.id)).toEqual([])
    })

    test('mails go with the account whose desk they are about', async () => {
      const { ticket: foreign } = await begin(stores.tickets, neighbour.id, 'n')
      await add(exampleMail(ticket, 'a'), exampleMail(foreign, 'foreign'))
      await eraseAccount(stores, 'ada')
      expect(await dueKeys(9)).toEqual(['foreign'])
    })

    test('changed tickets come from all desks, each once, in pieces of any size', async () => {
      const { ticket: second } = await begin(stores.tickets, neighbour.id, 'b', {
        createdAt: minute(3),
      })
      const { ticket: third } = await begin(stores.tickets, desk.id, 'c', { createdAt: minute(3) })
      const { changedTickets } = stores
      const all = await changedTickets.between(minute(0), minute(4), 9)
      expect(all.map(({ id }) => id).sort()).toEqual([ticket.id, second.id, third.id].sort())
      expect(await changedTickets.between(minute(1), minute(3), 9)).toEqual([])
      for (const size of [1, 2]) {
        const found = await changedTickets.between(minute(0), minute(4), size)
        while (found.length % size === 0) {
          const more = await changedTickets.between(minute(0), minute(4), size, found.at(-1))
          if (more.length === 0) break
          found.push(...more)
        }
        expect(found).toEqual(all)
      }
    })

    test('e-mails about a record are listed by it, and those of a desk together', async () => {
      const news = (id: string, dueAt = minute(2)) =>
        ({ key: `news ${id}`, kind: 'order-news', recordId: id, deskId: desk.id, dueAt }) as const
      const paid = { key: 'paid a', kind: 'order-paid', recordId: 'a', dueAt: minute(3) } as const
      await add(news('a'), news('b'), news('late', minute(6)), {
        ...news('n'),
        deskId: neighbour.id,
      })
      await stores.mails.add([paid], minute(2))
      const keys = (mails: { key: string }[]) => mails.map(({ key }) => key)
      expect(keys(await stores.mails.listByRecord('a', 9))).toEqual(['news a', 'paid a'])
      expect(keys(await stores.mails.listByRecord('a', 1))).toEqual(['news a'])
      expect(await stores.mails.listByRecord('gone', 9)).toEqual([])
      const waiting = await stores.mails.listWaiting(desk.id, 'order-news', minute(4), 9)
      expect(keys(waiting).sort()).toEqual(['news a', 'news b'])
      await stores.mails.join(desk.id, ['news b', 'news n'], 'news a', minute(4))
      const joined = await stores.mails.listJoined(desk.id, 'news a')
      expect(joined).toMatchObject([{ key: 'news b', state: 'joined', deskId: desk.id }])
      await change('news a', { state: 'sent', dueAt: undefined }, 5)
      expect(await stores.mails.departures(desk.id, 'order-news', minute(1))).toEqual([minute(5)])
    })
  })
}
