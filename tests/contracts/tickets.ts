import { describe, expect, test } from 'vitest'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { belongingsContract } from './belongings'
import { erasureContract } from './erasure'
import {
  begin,
  exampleMail,
  exampleMessage,
  exampleTicket,
  minute,
  type OpenStores,
  writers,
} from './examples'
import { messageMailContract } from './message-mail'
import { ticketCountsContract } from './ticket-counts'
import { ticketFilterContract } from './ticket-filters'
import { ticketHistoryContract } from './ticket-history'
import { ticketMergingContract } from './ticket-merging'
import { ticketNumbersContract } from './ticket-numbers'
import { ticketReadingContract } from './ticket-reading'
import { ticketRetractingContract } from './ticket-retracting'
import { ticketSearchContract } from './ticket-search'
import { ticketSplittingContract } from './ticket-splitting'
import { ticketTimersContract } from './ticket-timers'
import { desk, neighbour, stores, useTwoDesks } from './two-desks'
import { visitorBlocksContract } from './visitor-blocks'
import { visitorEmailContract } from './visitor-email'

const nothing = () => ({})
const refuse = () => undefined

export function ticketStoreContract(name: string, open: OpenStores) {
  describe(`writing tickets in ${name}`, () => {
    useTwoDesks(open)

    const start = (name: string, deskId = desk) =>
      stores.tickets.start(exampleTicket(deskId, name), exampleMessage(`start-${name}`))

    test('a start takes the ticket and its first message', async () => {
      const ticket = {
        ...exampleTicket(desk, 'a'),
        number: 1,
        priority: 'normal',
        tags: [],
        lastSeq: 1,
        visitorSeenSeq: 0,
        ownerSeenSeq: 0,
        seenBy: {},
        lastAt: minute(0),
        firstReplyAt: undefined,
        updatedAt: minute(0),
      }
      const first = exampleMessage('start-a')
      const message = { ...first, ticketId: ticket.id, seq: 1 }
      const started = await stores.tickets.start(exampleTicket(desk, 'a'), first)
      expect(started).toEqual({ kind: 'added', ticket, message })
      expect(await stores.tickets.find({ deskId: desk, number: 1 })).toEqual(ticket)
      expect(await stores.tickets.messages({ deskId: desk, number: 1 }, 0, 9)).toEqual([message])
    })

    test('a start may make the ticket a member’s, whom it counts for', async () => {
      const ticket = { ...exampleTicket(desk, 'a'), assignee: 'ada' }
      await stores.tickets.start(ticket, exampleMessage('start-a'))
      expect(await stores.tickets.find({ deskId: desk, number: 1 })).toMatchObject({
        assignee: 'ada',
      })
      expect(await stores.tickets.countAssigned(desk)).toEqual({ ada: { open: 1 } })
    })

    test('many starts with one key at once make one ticket', async () => {
      const started = await Promise.all(writers(open, 20).map(() => start('a')))
      expect(started.filter(({ kind }) => kind === 'added')).toHaveLength(1)
      expect(started.filter(({ kind }) => kind === 'again')).toHaveLength(started.length - 1)
      expect(new Set(started.map(({ ticket }) => ticket.number))).toEqual(new Set([1]))
      expect((await stores.tickets.count(desk)).open).toBe(1)
    })

    test('a known start key with other words is a conflict and changes nothing', async () => {
      const { ticket } = await start('a')
      await stores.tickets.append({ deskId: desk, number: 1 }, exampleMessage('later'), nothing)
      const other = exampleMessage('start-a', { body: 'Other words' })
      const again = await stores.tickets.start(exampleTicket(desk, 'a', { title: 'Other' }), other)
      expect(again).toEqual({ kind: 'conflict', ticket: { ...ticket, lastSeq: 2 } })
      expect((await start('a')).kind).toBe('again')
    })

    test('numbers count 1, 2, 3 … at each desk, also at once and after refused starts', async () => {
      const started = await Promise.all(
        writers(open, 12).flatMap((index) => [
          start(`a${index}`),
          start(`a${index}`),
          start(`b${index}`, neighbour),
        ]),
      )
      for (const deskId of [desk, neighbour]) {
        const numbers = started
          .filter(({ kind, ticket }) => kind === 'added' && ticket.deskId === deskId)
          .map(({ ticket }) => ticket.number)
        expect(numbers.sort((one, other) => one - other)).toEqual(writers(open, 12))
      }
    })

    test('a start that fails takes no number', async () => {
      await start('a')
      const secretHash = exampleTicket(desk, 'a').secretHash
      const stolen = exampleTicket(desk, 'b', { secretHash })
      await expect(stores.tickets.start(stolen, exampleMessage('b'))).rejects.toThrow()
      expect((await start('c')).ticket.number).toBe(2)
    })

    test('an append adds the message and the change in one', async () => {
      const { owner, ticket } = await begin(stores.tickets, desk, 'a')
      const sent = exampleMessage('reply', { author: 'owner', body: 'Ja 🙂' })
      const change = {
        state: 'waiting',
        waitingSince: undefined,
        firstReplyAt: minute(2),
        latest: 'Ja 🙂',
        locale: 'en',
        updatedAt: minute(2),
      } as const
      const changed = { ...ticket, ...change, lastSeq: 2 }
      const message = { ...sent, ticketId: ticket.id, seq: 2 }
      const appended = await stores.tickets.append(owner, sent, (before) => {
        expect(before).toEqual(ticket)
        return change
      })
      expect(appended).toEqual({ kind: 'added', ticket: changed, message })
      expect(await stores.tickets.find(owner)).toEqual(changed)
      expect(await stores.tickets.messages(owner, 1, 9)).toEqual([message])
    })

    test('e-mails of a start, an append and a move are in the same commit, once', async () => {
      const mailOf = (ticket: Ticket, key: string) => exampleMail(ticket, key, { kind: 'mention' })
      const message = exampleMessage('start-a')
      for (const result of ['added', 'again']) {
        const { kind } = await stores.tickets.start(exampleTicket(desk, 'a'), message, (ticket) => [
          mailOf(ticket, 'started'),
        ])
        expect(kind).toBe(result)
      }
      const owner = { deskId: desk, number: 1 }
      for (const result of ['added', 'again']) {
        const { kind } = await stores.tickets.append(owner, exampleMessage('b'), (ticket) => {
          return { mails: [mailOf(ticket, 'appended')] }
        })
        expect(kind).toBe(result)
      }
      await stores.tickets.append(owner, exampleMessage('c'), refuse)
      await stores.tickets.move(owner, (ticket) => ({ mails: [mailOf(ticket, 'moved')] }))
      const due = await stores.mails.listDue(minute(99), 9)
      expect(due.map(({ key, state }) => `${key} ${state}`).sort()).toEqual([
        'appended due',
        'moved due',
        'started due',
      ])
    })

    test('many appends with one key at once add one message', async () => {
      const { visitor } = await begin(stores.tickets, desk, 'a')
      const appended = await Promise.all(
        writers(open, 50).map(() =>
          stores.tickets.append(visitor, exampleMessage('same'), nothing),
        ),
      )
      expect(appended.filter(({ kind }) => kind === 'added')).toHaveLength(1)
      expect(appended.filter(({ kind }) => kind === 'again')).toHaveLength(appended.length - 1)
      const ids = appended.map(
        (one) => (one.kind === 'added' || one.kind === 'again') && one.message.id,
      )
      expect(new Set(ids).size).toBe(1)
      expect(await stores.tickets.messages(visitor, 1, 99)).toHaveLength(1)
    })

    test('different appends at once count on without gaps', async () => {
      const { visitor, owner } = await begin(stores.tickets, desk, 'a')
      await Promise.all(
        writers(open, 50).map((index) =>
          stores.tickets.append(visitor, exampleMessage(`m${index}`), nothing),
        ),
      )
      const messages = await stores.tickets.messages(owner, 0, 99)
      const seqs = [1, ...writers(open, 50).map((index) => index + 1)]
      expect(messages.map(({ seq }) => seq)).toEqual(seqs)
      expect(new Set(messages.map(({ clientKey }) => clientKey)).size).toBe(seqs.length)
      expect((await stores.tickets.find(owner))?.lastSeq).toBe(seqs.length)
    })

    test('a known key is answered first, whatever has become of the ticket', async () => {
      const { visitor, owner } = await begin(stores.tickets, desk, 'a')
      const first = await stores.tickets.append(visitor, exampleMessage('m'), nothing)
      await stores.tickets.move(owner, () => ({ state: 'closed', waitingSince: undefined }))
      const again = await stores.tickets.append(visitor, exampleMessage('m'), refuse)
      expect(again).toMatchObject({ kind: 'again', ticket: { state: 'closed' } })
      expect(again).toHaveProperty('message', first.kind === 'added' && first.message)
    })

    test('says of a key whether it was here, to those alone who may read the ticket', async () => {
      const { visitor, owner } = await begin(stores.tickets, desk, 'a')
      const other = await begin(stores.tickets, desk, 'b')
      await stores.tickets.append(visitor, exampleMessage('m'), nothing)
      const { tickets } = stores
      expect(await tickets.findByKey(visitor, 'm')).toBeDefined()
      expect(await tickets.findByKey(owner, 'm')).toBeDefined()
      expect(await tickets.findByKey(visitor, 'n')).toBeUndefined()
      expect(await tickets.findByKey(other.visitor, 'm')).toBeUndefined()
      expect(await tickets.findByKey({ secretHash: 'of-nobody' }, 'm')).toBeUndefined()
    })

    test('a known key with other words, another author or another kind is a conflict', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a')
      await stores.tickets.append(owner, exampleMessage('m', { author: 'owner' }), nothing)
      const others = [{ author: 'visitor' }, { kind: 'note' }, { body: 'Other' }] as const
      for (const other of others) {
        const sent = exampleMessage('m', { author: 'owner', ...other })
        expect((await stores.tickets.append(owner, sent, nothing)).kind).toBe('conflict')
      }
      expect(await stores.tickets.messages(owner, 0, 9)).toHaveLength(2)
    })

    test('one key in two tickets is two messages', async () => {
      for (const name of ['a', 'b']) {
        const { visitor } = await begin(stores.tickets, desk, name)
        const appended = await stores.tickets.append(visitor, exampleMessage('m'), nothing)
        expect(appended.kind).toBe('added')
      }
    })

    test('what is refused or fails on the way changes nothing', async () => {
      const { owner, ticket } = await begin(stores.tickets, desk, 'a')
      const fail = () => {
        throw new Error('decide failed')
      }
      const sent = exampleMessage('m')
      expect(await stores.tickets.append(owner, sent, refuse)).toEqual({ kind: 'refused', ticket })
      expect(await stores.tickets.move(owner, refuse)).toEqual({ kind: 'refused', ticket })
      await expect(stores.tickets.append(owner, sent, fail)).rejects.toThrow('decide failed')
      await expect(stores.tickets.move(owner, fail)).rejects.toThrow('decide failed')
      expect(await stores.tickets.find(owner)).toEqual(ticket)
      expect(await stores.tickets.messages(owner, 1, 9)).toEqual([])
    })

    test('a move changes what it names, clears what is undefined and keeps the rest', async () => {
      const { owner, ticket } = await begin(stores.tickets, desk, 'a')
      const change = { state: 'held', waitingSince: undefined, updatedAt: minute(3) } as const
      const moved = { ...ticket, ...change }
      expect(await stores.tickets.move(owner, () => change)).toEqual({
        kind: 'moved',
        ticket: moved,
      })
      expect(await stores.tickets.find(owner)).toEqual(moved)
    })

    test('a foreign scope can neither append nor move', async () => {
      const { ticket, owner } = await begin(stores.tickets, desk, 'a')
      const foreign = [
        { deskId: neighbour, number: 1 },
        { deskId: desk, number: 2 },
        { secretHash: 'wrong' },
      ]
      for (const scope of foreign) {
        const sent = exampleMessage('m')
        expect(await stores.tickets.append(scope, sent, nothing)).toEqual({ kind: 'unknown' })
        expect(await stores.tickets.move(scope, nothing)).toEqual({ kind: 'unknown' })
      }
      expect(await stores.tickets.find(owner)).toEqual(ticket)
    })
  })

  ticketReadingContract(name, open)
  ticketFilterContract(name, open)
  ticketHistoryContract(name, open)
  ticketSearchContract(name, open)
  ticketMergingContract(name, open)
  messageMailContract(name, open)
  ticketSplittingContract(name, open)
  ticketRetractingContract(name, open)
  ticketCountsContract(name, open)
  erasureContract(name, open)
  belongingsContract(name, open)
  visitorBlocksContract(name, open)
  visitorEmailContract(name, open)
  ticketNumbersContract(name, open)
  ticketTimersContract(name, open)
}
