import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnerScope, TicketScope } from '../../app/domain/tickets/scopes'
import { subjectOf } from '../../app/domain/tickets/subjects'
import { begin, exampleMail, exampleMessage, minute, type OpenStores } from './examples'
import { desk, neighbour, stores, useTwoDesks } from './two-desks'

const nothing = () => ({})

export function ticketMergingContract(name: string, open: OpenStores) {
  describe(`merging tickets in ${name}`, () => {
    let source: { owner: OwnerScope; visitor: TicketScope; id: string }
    let target: { owner: OwnerScope; visitor: TicketScope; id: string }
    useTwoDesks(open)
    beforeEach(async () => {
      target = await make('target', ['t2'])
      source = await make('source', ['s2', 's3'])
    })

    async function make(name: string, keys: string[]) {
      const { ticket, visitor } = await begin(stores.tickets, desk, name)
      for (const key of keys) await stores.tickets.append(visitor, exampleMessage(key), nothing)
      return { id: ticket.id, visitor, owner: { deskId: desk, number: ticket.number } }
    }

    const closed = { state: 'closed', waitingSince: undefined } as const
    const line = { at: minute(5), actor: 'owner', detail: '' } as const
    const numbers = { source: 2, target: 1 }
    const merge = (of = numbers, deskId = desk) =>
      stores.tickets.merge(deskId, of, () => ({
        source: { ...closed, history: [{ ...line, kind: 'merged-into' }] },
        target: { latest: 'merged', history: [{ ...line, kind: 'merged-from' }] },
      }))
    const keys = async (scope: TicketScope) =>
      (await stores.tickets.messages(scope, 0, 99)).map(({ clientKey }) => clientKey)

    test('the target has all messages, its own first, and says which came from where', async () => {
      const before = await stores.tickets.messages(source.owner, 0, 99)
      const merged = await merge()
      expect(merged).toMatchObject({
        kind: 'merged',
        source: { id: source.id, state: 'closed', mergedInto: target.id },
        target: { id: target.id, lastSeq: 5, latest: 'merged' },
      })
      const messages = await stores.tickets.messages(target.owner, 0, 99)
      expect(messages.map(({ seq, mergedFrom }) => [seq, mergedFrom])).toEqual([
        [1, undefined],
        [2, undefined],
        [3, 2],
        [4, 2],
        [5, 2],
      ])
      const moved = before.map((each) => ({ ...each, ticketId: target.id, mergedFrom: 2 }))
      expect(messages.slice(2)).toEqual(moved.map((each, index) => ({ ...each, seq: index + 3 })))
      expect(await stores.tickets.append(target.owner, exampleMessage('m'), nothing)).toMatchObject(
        {
          message: { seq: 6 },
        },
      )
    })

    test('the source’s number and secret stand for the target', async () => {
      const { target: merged } = (await merge()) as { target: unknown }
      for (const scope of [source.owner, source.visitor, target.owner, target.visitor]) {
        expect(await stores.tickets.find(scope)).toEqual(merged)
        expect(await keys(scope)).toHaveLength(5)
      }
      const sent = await stores.tickets.append(source.visitor, exampleMessage('late'), nothing)
      expect(sent).toMatchObject({ kind: 'added', ticket: { id: target.id }, message: { seq: 6 } })
      expect(await stores.tickets.markSeen(source.visitor, 'visitor', 6)).toBe(true)
      expect(await stores.tickets.move(source.owner, () => ({ latest: 'moved' }))).toMatchObject({
        ticket: { id: target.id },
      })
      expect(await stores.tickets.keep('secret-desk-ada-source', 'ben')).toBe(true)
      expect((await stores.tickets.listKept('ben', 9)).map(({ id }) => id)).toEqual([target.id])
    })

    test('forms sent again to the source are known, the first one included', async () => {
      await stores.tickets.append(target.visitor, exampleMessage('both', { body: 'A' }), nothing)
      await stores.tickets.append(source.visitor, exampleMessage('both', { body: 'B' }), nothing)
      await merge()
      const again = await stores.tickets.append(source.visitor, exampleMessage('s2'), nothing)
      expect(again).toMatchObject({ kind: 'again', ticket: { id: target.id }, message: { seq: 5 } })
      expect(new Set(await keys(target.owner)).size).toBe(7)
      const start = await begin(stores.tickets, desk, 'source')
      expect(start.ticket).toMatchObject({ number: 2, mergedInto: target.id })
      expect((await stores.tickets.count(desk)).open).toBe(1)
    })

    test('copies that have not left go with their answer; those that left stay', async () => {
      const copyOf = (seq: number) =>
        exampleMail({ id: source.id, ...source.owner }, `visitor-copy ${source.id} ${seq} 0`, {
          kind: 'visitor-copy',
          seq,
        })
      await stores.mails.add([copyOf(2), copyOf(3)], minute(6))
      await stores.mails.change(copyOf(2).key, minute(7), () => ({
        state: 'sent',
        dueAt: undefined,
      }))
      await merge()
      const found = await stores.mails.listDue(minute(99), 9)
      expect(found).toMatchObject([
        { key: `visitor-copy ${target.id} 5 0`, ticketId: target.id, number: 1, seq: 5 },
      ])
      const left = await stores.mails.findLatest(source.id, 'visitor-copy')
      expect(left).toMatchObject({ state: 'sent', seq: 2 })
    })

    test('people in copy who unsubscribed stay so in the target, also by a link of before', async () => {
      await stores.mails.setCopyStopped(source.id, 'kai@example.com', true)
      await stores.mails.setCopyStopped(target.id, 'lea@example.com', true)
      await merge()
      const both = ['lea@example.com', 'kai@example.com']
      expect(await stores.mails.copyStops(target.id)).toEqual(both)
      await stores.mails.setCopyStopped(source.id, 'mia@example.com', true)
      expect(await stores.mails.copyStops(source.id)).toEqual([...both, 'mia@example.com'])
      await stores.mails.setCopyStopped(source.id, 'kai@example.com', false)
      expect(await stores.mails.copyStops(target.id)).not.toContain('kai@example.com')
    })

    test('a guest who unsubscribed from the source gets no e-mails about the target either', async () => {
      await stores.mails.setStopped(source.id, true, minute(5))
      expect(await stores.mails.isStopped(target.id)).toBe(false)
      await merge()
      expect(await stores.mails.isStopped(target.id)).toBe(true)
    })

    test('mentions that have not left go with their note, under the same key', async () => {
      const mention = exampleMail({ id: source.id, ...source.owner }, 'mention note reader-ben', {
        kind: 'mention',
        seq: 3,
        reader: 'reader-ben',
      })
      await stores.mails.add([mention], minute(6))
      await merge()
      expect(await stores.mails.listDue(minute(99), 9)).toMatchObject([
        { key: mention.key, reader: 'reader-ben', ticketId: target.id, number: 1, seq: 5 },
      ])
      expect(await stores.mails.add([{ ...mention, ticketId: target.id }], minute(8))).toBe(0)
    })

    test('the decision gets e-mails about the source’s answers, and adds others in its commit', async () => {
      const mail = (key: string) =>
        exampleMail({ id: source.id, ...source.owner }, key, { kind: 'visitor-answer', seq: 3 })
      const about = { id: target.id, ...target.owner }
      const own = exampleMail(about, 'own', { kind: 'visitor-answer' })
      await stores.mails.add([mail('due'), mail('claimed'), mail('sent'), own], minute(6))
      await stores.mails.change('claimed', minute(7), () => ({ state: 'claimed', attempt: 'one' }))
      await stores.mails.change('sent', minute(7), () => ({ state: 'sent', dueAt: undefined }))
      const added = exampleMail(about, 'added', { kind: 'visitor-answer' })
      let given: string[] = []
      await stores.tickets.merge(desk, numbers, (_, __, mails) => {
        given = mails.map(({ key, state }) => `${key} ${state}`)
        return { source: closed, target: { mails: [added] } }
      })
      expect(given.sort()).toEqual(['claimed claimed', 'due due', 'sent sent'])
      const due = await stores.mails.listDue(minute(99), 9)
      expect(due.map(({ key }) => key).sort()).toEqual(['added', 'own'])
      // The sender that has claimed it finds out before it leaves.
      const states = new Map<string, unknown>()
      for (const each of ['due', 'claimed', 'sent']) {
        await stores.mails.change(each, minute(8), ({ key, state, attempt }) => {
          states.set(key, [state, attempt])
          return undefined
        })
      }
      const dropped = ['dropped', undefined]
      expect([...states.values()]).toEqual([dropped, dropped, ['sent', undefined]])
    })

    test('a merged ticket is in no list and no count', async () => {
      await merge()
      const { tickets } = await stores.tickets.list(desk, {}, 9)
      const all = await stores.tickets.listAll(desk, 0, 9)
      expect([...tickets, ...all].map(({ number }) => number)).toEqual([1, 1])
      expect(await stores.tickets.count(desk)).toMatchObject({ open: 1, closed: 0 })
      expect(await stores.ticketNumbers.periods(desk, [minute(0), minute(15)])).toMatchObject([
        { begun: 1 },
      ])
    })

    test('search finds the target by words, name and number of the source', async () => {
      await merge()
      for (const word of ['s3', 'first-desk-ada-source', '2']) {
        const { found } = await stores.ticketSearch.search(desk, [word], {}, 9)
        expect(found.map(({ ticket }) => ticket.number)).toEqual([1])
      }
    })

    test('history and links tell of both', async () => {
      await merge()
      const history = await stores.ticketHistory.entries(source.visitor, 9)
      expect(history.map(({ number, kind }) => `${number} ${kind}`)).toEqual([
        '1 started',
        '2 started',
        '2 merged-into',
        '1 merged-from',
      ])
      const { mergedFrom } = await stores.ticketHistory.links(target.owner)
      expect(mergedFrom).toMatchObject([{ number: 2, state: 'closed', title: 'source' }])
    })

    test('a subject stays above the message that the desk began its ticket with', async () => {
      const written = { subject: 'Your cake', createdAt: exampleMessage('x1').createdAt }
      const { owner, ticket } = await begin(stores.tickets, desk, 'third', written)
      const answer = exampleMessage('x2', { createdAt: minute(3) })
      await stores.tickets.append(owner, answer, nothing)
      await merge({ source: 3, target: 2 })
      await merge()
      const { mergedFrom } = await stores.ticketHistory.links(target.owner)
      const { createdAt } = ticket
      expect(mergedFrom[1]).toMatchObject({ number: 3, subject: 'Your cake', createdAt })
      const messages = await stores.tickets.messages(target.owner, 0, 99)
      const subjects = messages.map((message) => subjectOf(message, {}, mergedFrom))
      const none = undefined
      expect(subjects).toEqual([none, none, none, none, none, 'Your cake', none])
    })

    test('tickets merged into the source follow it', async () => {
      const third = await make('third', ['x2'])
      await merge({ source: 3, target: 2 })
      await merge()
      expect((await stores.tickets.find(third.visitor))?.id).toBe(target.id)
      const from = (await stores.tickets.messages(third.visitor, 0, 99)).map(
        ({ mergedFrom }) => mergedFrom,
      )
      expect(from).toEqual([undefined, undefined, 2, 2, 2, 3, 3])
    })

    test('a side that has read both has read all', async () => {
      await stores.tickets.markSeen(target.owner, { reader: 'ada' }, 2)
      await stores.tickets.markSeen(source.owner, { reader: 'ada' }, 3)
      await stores.tickets.markSeen(source.owner, 'visitor', 3)
      await merge()
      expect(await stores.tickets.find(target.owner)).toMatchObject({
        ownerSeenSeq: 5,
        visitorSeenSeq: 0,
      })
    })

    test('a merge that is refused, repeated, foreign or without a ticket changes nothing', async () => {
      const before = await stores.tickets.find(source.owner)
      const { merge: port } = stores.tickets
      expect(await port(desk, numbers, () => 'held')).toEqual({ kind: 'refused', reason: 'held' })
      expect((await port(desk, numbers, () => 'again')).kind).toBe('again')
      expect(await merge(numbers, neighbour)).toEqual({ kind: 'unknown' })
      expect(await merge({ source: 2, target: 9 })).toEqual({ kind: 'unknown' })
      expect(await merge({ source: 9, target: 1 })).toEqual({ kind: 'unknown' })
      expect(await stores.tickets.find(source.owner)).toEqual(before)
      expect(await keys(source.owner)).toHaveLength(3)
    })

    test('the decision gets both tickets as they are, however they were merged', async () => {
      await merge()
      const seen = await stores.tickets.merge(desk, numbers, (one, other) =>
        one.mergedInto === other.id && one.number === 2 ? 'again' : 'itself',
      )
      expect(seen.kind).toBe('again')
    })

    test('erasing the one by the other’s secret erases both', async () => {
      await merge()
      const erased = await stores.erasure.hideTicket(source.visitor, minute(0))
      expect(erased.map(({ number }) => number)).toEqual([1, 2])
      for (const scope of [source.owner, target.visitor])
        expect(await stores.tickets.find(scope)).toBeUndefined()
    })
  })
}
