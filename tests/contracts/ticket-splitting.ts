import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Desk } from '../../app/domain/desks/desks'
import type { Stores } from '../../app/domain/stores'
import { mergeTickets } from '../../app/domain/tickets/merging'
import { readSplitUndo, rejoinTicket } from '../../app/domain/tickets/rejoining'
import type { OwnerScope, TicketScope } from '../../app/domain/tickets/scopes'
import { splitChanges, splitTicket } from '../../app/domain/tickets/splitting'
import { begin, exampleMail, exampleMessage, minute, type OpenStores, twoDesks } from './examples'
import { exampleMessageMail } from './message-mail'

const nothing = () => ({})
const live = { publish() {}, subscribe: async () => () => {}, revision: () => '' }

export function ticketSplittingContract(name: string, open: OpenStores) {
  describe(`splitting tickets in ${name}`, () => {
    let stores: Stores
    let desk: Desk
    let neighbour: Desk
    let source: Awaited<ReturnType<typeof begin>>
    beforeEach(async () => {
      stores = await open()
      ;[desk, neighbour] = await twoDesks(stores)
      source = await begin(stores.tickets, desk.id, 'source')
      const { tickets } = stores
      const say = (key: string, more: Parameters<typeof exampleMessage>[1] = {}) =>
        tickets.append(source.owner, exampleMessage(key, more), nothing)
      await say('answer', { author: 'owner', createdAt: minute(2) })
      await say('other', { createdAt: minute(3), mail: exampleMessageMail('other') })
      await say('aside', { author: 'owner', kind: 'note', createdAt: minute(4) })
      await say('last', { createdAt: minute(5) })
    })
    afterEach(() => stores.close())

    const owner: OwnerScope = { deskId: 'desk-ada', number: 2 }
    const visitor: TicketScope = { secretHash: 'secret of the split' }
    const split = (seq: number, later: boolean, scope?: OwnerScope, startKey = 'split') =>
      stores.ticketSplits.split(
        scope ?? { deskId: desk.id, number: 1 },
        startKey,
        { after: 0, limit: 99 },
        (ticket, messages, number) => {
          const named = {
            startKey,
            secretHash: 'secret of the split',
            number,
            locale: 'en',
          } as const
          return splitChanges(ticket, messages, { seq, later }, named, minute(9))
        },
      )
    const read = async (scope: TicketScope) =>
      (await stores.tickets.messages(scope, 0, 99)).map(({ seq, body }) => `${seq} ${body}`)

    test('a message and all later ones begin a ticket of their own', async () => {
      await stores.tickets.markSeen(source.owner, { reader: 'ada' }, 4)
      const before = await stores.tickets.messages(source.owner, 2, 99)
      expect(await split(3, true)).toMatchObject({
        kind: 'split',
        source: {
          number: 1,
          lastSeq: 5,
          latest: 'Words of answer',
          state: 'waiting',
          rearrangedAt: minute(9),
        },
        target: { number: 2, lastSeq: 3, title: 'Words of other', ownerSeenSeq: 2, state: 'open' },
      })
      const moved = await stores.tickets.messages(owner, 0, 99)
      const [{ ticketId = '' } = {}] = moved
      expect(moved).toEqual(before.map((each, index) => ({ ...each, ticketId, seq: index + 1 })))
      expect(await read(source.owner)).toEqual([
        '1 Words of first-desk-ada-source',
        '2 Words of answer',
        '5 2',
      ])
      expect(await stores.tickets.find(owner)).toMatchObject({
        waitingSince: minute(3),
        createdAt: minute(3),
        visitorEmail: 'vera@example.com',
      })
      expect((await stores.tickets.find(source.owner))?.rearrangedAt).toEqual(minute(9))
    })

    test('one message goes alone, and the ticket goes on', async () => {
      await split(3, false)
      expect(await read(owner)).toEqual(['1 Words of other'])
      expect(await read(source.owner)).toEqual([
        '1 Words of first-desk-ada-source',
        '2 Words of answer',
        '3 2',
        '4 Words of aside',
        '5 Words of last',
      ])
      const next = await stores.tickets.append(source.owner, exampleMessage('next'), nothing)
      expect(next).toMatchObject({ kind: 'added', message: { seq: 6 } })
      expect(await stores.tickets.count(desk.id)).toMatchObject({ open: 2 })
      expect((await begin(stores.tickets, desk.id, 'third')).ticket.number).toBe(3)
    })

    test('later messages go along where the very last one was taken back', async () => {
      const taken = exampleMessage('taken', { author: 'owner', createdAt: minute(6) })
      await stores.tickets.append(source.owner, taken, nothing)
      const decide = () => ({ updatedAt: minute(7), history: [] })
      const retracted = stores.ticketRetractions.retract(source.owner, 'taken', decide, minute(7))
      expect((await retracted).kind).toBe('retracted')
      expect((await split(3, true)).kind).toBe('split')
      expect(await read(owner)).toEqual(['1 Words of other', '2 Words of aside', '3 Words of last'])
    })

    test('the old link shows its place alone, the new one the message', async () => {
      await split(3, true)
      expect(await read(source.visitor)).toEqual([
        '1 Words of first-desk-ada-source',
        '2 Words of answer',
        '5 2',
      ])
      expect(await read(visitor)).toEqual(['1 Words of other', '3 Words of last'])
    })

    test('its e-mail is found in the new ticket, and what is sent again adds nothing', async () => {
      await split(3, true)
      expect((await stores.tickets.findByMail(['other']))?.number).toBe(2)
      expect(await stores.tickets.findMail('other')).toMatchObject({ key: 'other' })
      for (const key of ['other', 'last']) {
        expect(await stores.tickets.findByKey(source.owner, key)).toBeDefined()
        const again = await stores.tickets.append(source.owner, exampleMessage(key), nothing)
        expect(again.kind).toBe('conflict')
      }
      expect(await stores.tickets.find(source.owner)).toMatchObject({ lastSeq: 5 })
    })

    test('is done once a form', async () => {
      await split(3, true)
      expect(await split(3, true)).toMatchObject({ kind: 'again', target: { number: 2 } })
      expect(await stores.tickets.find({ deskId: desk.id, number: 3 })).toBeUndefined()
    })

    test('a visitor who unsubscribed stays so in the new ticket', async () => {
      await stores.mails.setStopped(source.ticket.id, true, minute(6))
      await stores.mails.setCopyStopped(source.ticket.id, 'kai@example.com', true)
      await split(3, true)
      const target = await stores.tickets.find(owner)
      expect(await stores.mails.isStopped(target?.id ?? '')).toBe(true)
      expect(await stores.mails.copyStops(target?.id ?? '')).toEqual(['kai@example.com'])
    })

    test('copies that have not left go with their answer', async () => {
      const copyOf = (seq: number) =>
        exampleMail(source.ticket, `visitor-copy ${source.ticket.id} ${seq} 1`, {
          kind: 'visitor-copy',
          seq,
        })
      await stores.mails.add([copyOf(2), copyOf(5)], minute(6))
      await split(3, true)
      const { id = '' } = (await stores.tickets.find(owner)) ?? {}
      const due = await stores.mails.listDue(minute(99), 9)
      const places = due.map((mail) => 'ticketId' in mail && [mail.key, mail.number, mail.seq])
      expect(places.sort()).toEqual(
        [
          [`visitor-copy ${source.ticket.id} 2 1`, 1, 2],
          [`visitor-copy ${id} 3 1`, 2, 3],
        ].sort(),
      )
    })

    test('mentions go with their note, also one that another e-mail covers', async () => {
      const mention = (key: string, seq: number) =>
        exampleMail(source.ticket, key, { kind: 'mention', seq, reader: 'reader-ben' })
      const keys = ['mention stays', 'mention goes', 'mention is covered']
      const seqs = [2, 4, 4]
      await stores.mails.add(
        keys.map((key, index) => mention(key, seqs[index] ?? 0)),
        minute(6),
      )
      await stores.mails.join(desk.id, ['mention is covered'], 'mention goes', minute(7))
      await split(3, true)
      const { id } = (await stores.tickets.find(owner)) ?? {}
      const due = await stores.mails.listDue(minute(99), 9)
      const moved = { ticketId: id, number: 2, seq: 2 }
      expect(due).toHaveLength(2)
      expect(due).toContainEqual(
        expect.objectContaining({ key: 'mention stays', number: 1, seq: 2 }),
      )
      expect(due).toContainEqual(expect.objectContaining({ key: 'mention goes', ...moved }))
      const covered = await stores.mails.listJoined(desk.id, 'mention goes')
      expect(covered).toMatchObject([{ key: 'mention is covered', ...moved }])
    })

    test('of one who unsubscribed in the conversation before, too', async () => {
      const next = await begin(stores.tickets, desk.id, 'next', { followUpOf: source.ticket.id })
      await stores.tickets.append(next.owner, exampleMessage('more'), nothing)
      await stores.mails.setStopped(source.ticket.id, true, minute(6))
      expect((await split(2, true, { deskId: desk.id, number: 2 })).kind).toBe('split')
      const target = await stores.tickets.find({ deskId: desk.id, number: 3 })
      expect(await stores.mails.isStopped(target?.id ?? '')).toBe(true)
    })

    test('history tells of both', async () => {
      await split(3, true)
      const kinds = async (scope: TicketScope) =>
        (await stores.ticketHistory.entries(scope, 9)).map(({ kind, detail }) => [kind, detail])
      expect((await kinds(source.owner)).at(-1)).toEqual(['split-into', '2'])
      expect(await kinds(owner)).toEqual([
        ['started', ''],
        ['split-from', '1'],
      ])
    })

    test('search finds the words in the new ticket', async () => {
      await split(3, true)
      const { found } = await stores.ticketSearch.search(desk.id, ['other'], {}, 9)
      expect(found.map(({ ticket }) => ticket.number)).toEqual([2])
    })

    test('merging brings the messages back', async () => {
      await split(3, true)
      await stores.tickets.merge(desk.id, { source: 2, target: 1 }, () => {
        return { source: { state: 'closed' }, target: {} }
      })
      expect((await read(source.visitor)).map((each) => each.replace(/^\d+ /, ''))).toEqual([
        'Words of first-desk-ada-source',
        'Words of answer',
        'Words of other',
        'Words of last',
      ])
      expect((await stores.tickets.findByMail(['other']))?.number).toBe(1)
      expect(await stores.tickets.findMail('other')).toMatchObject({ key: 'other' })
    })

    test.each([
      ['the new ticket into the old one', { source: 2, target: 1 }],
      ['the old ticket into the new one', { source: 1, target: 2 }],
    ])('merging %s leaves nothing that names the other', async (_, numbers) => {
      await split(3, true)
      const desks = { tickets: stores.tickets, drafts: stores.drafts, live }
      const merged = await mergeTickets(desks, { deskId: desk.id }, numbers, minute(10))
      // Its newest line is that of the newest words, though a note was written after the others.
      expect(merged).toMatchObject({ kind: 'merged', target: { latest: 'Words of last' } })
      expect((await read(source.owner)).map((each) => each.replace(/^\d+ /, '')).sort()).toEqual([
        'Words of answer',
        'Words of aside',
        'Words of first-desk-ada-source',
        'Words of last',
        'Words of other',
      ])
    })

    const keys = { startKey: 'split', secretHash: 'secret of the split' }
    const splitOff = (later = true) => {
      const scope = { deskId: desk.id, number: 1, byUid: 'ada' }
      const ports = { ...stores, live }
      return splitTicket(ports, scope, { seq: 3, later }, keys, 'en', minute(9))
    }
    const rejoin = async (undo = '') => {
      const step = readSplitUndo(undo)
      if (!step) throw new Error('Nothing is to be undone')
      return rejoinTicket({ ...stores, live }, { deskId: desk.id, byUid: 'ada' }, step, minute(10))
    }

    test.each([true, false])(
      'A split that is undone leaves the ticket as it was, once, all later ones with it: %s',
      async (later) => {
        const asBefore = { priority: 'low', state: 'snoozed', snoozedUntil: minute(90) } as const
        await stores.tickets.move(source.owner, () => ({ ...asBefore, waitingSince: undefined }))
        const was = await read(source.visitor)
        const done = await splitOff(later)
        if (done.kind !== 'split') throw new Error(done.kind)
        expect(await read(source.visitor)).not.toEqual(was)
        for (const kind of ['merged', 'again']) expect((await rejoin(done.undo)).kind).toBe(kind)
        const ticket = await stores.tickets.find(source.owner)
        expect(ticket).toMatchObject(asBefore)
        expect(ticket?.waitingSince).toBeUndefined()
        const words = (lines: string[]) => lines.map((each) => each.replace(/^\d+ /, '')).sort()
        expect(words(await read(source.visitor))).toEqual(words(was))
        // The link of what was split off leads to it.
        expect(words(await read(visitor))).toEqual(words(was))
      },
    )

    test('A split that is undone has no letter of an answer sent twice, and one that waits sent', async () => {
      const { mails, tickets } = stores
      const answer = (key: string) =>
        tickets.append(source.owner, exampleMessage(key, { author: 'owner' }), nothing)
      await answer('sent')
      await answer('unsent')
      await tickets.move(source.owner, () => ({ firstReplyAt: minute(2) }))
      const letter = (seq: number) =>
        exampleMail(source.ticket, `visitor-answer ${source.ticket.id} ${seq}`, {
          kind: 'visitor-answer',
          seq,
        })
      await mails.add([letter(6)], minute(6))
      await mails.change(letter(6).key, minute(6), () => ({ state: 'sent', dueAt: undefined }))
      const done = await splitOff()
      if (done.kind !== 'split') throw new Error(done.kind)
      expect((await rejoin(done.undo)).kind).toBe('merged')
      const due = await mails.listDue(minute(99), 9)
      // The places of the first seven messages stay.
      expect(due.map(({ key }) => key)).toEqual([`visitor-answer ${source.ticket.id} 12 12 2`])
    })

    test('An answer whose letter has left is known in the new ticket to be sent, one that waits is not', async () => {
      const { mails, tickets } = stores
      const twin = await begin(tickets, desk.id, 'twin')
      const answer = (owner: OwnerScope, key: string) =>
        tickets.append(owner, exampleMessage(key, { author: 'owner' }), nothing)
      await answer(twin.owner, 'sent')
      await answer(source.owner, 'unsent')
      await tickets.merge(desk.id, { source: 2, target: 1 }, () => {
        return { source: { state: 'closed' }, target: {} }
      })
      const letter = (key: string) =>
        exampleMail(source.ticket, `visitor-answer ${source.ticket.id} ${key}`, {
          kind: 'visitor-answer',
          seq: 0,
        })
      await mails.add([letter('8 8 2')], minute(6))
      await mails.change(letter('8 8 2').key, minute(6), () => ({
        state: 'sent',
        dueAt: undefined,
      }))
      expect((await splitOff()).kind).toBe('split')
      const { id = '' } = (await tickets.find({ deskId: desk.id, number: 3 })) ?? {}
      expect(await mails.lastNotifiedSeq(id, 'visitor-answer')).toBe(6)
      const due = await mails.listDue(minute(99), 9)
      expect(due).toMatchObject([{ key: `visitor-answer ${id} 4 4 3`, number: 3, seq: 0 }])
    })

    test('A split is not undone once somebody has written in either ticket', async () => {
      const done = await splitOff()
      if (done.kind !== 'split') throw new Error(done.kind)
      const later = () => ({ updatedAt: minute(10) })
      await stores.tickets.append(visitor, exampleMessage('since'), later)
      expect(await rejoin(done.undo)).toEqual({ kind: 'refused', reason: 'merged' })
      expect(await read(owner)).toHaveLength(4)
    })

    test('merging another ticket leaves what says where messages went', async () => {
      await split(3, true)
      const { ticket } = await begin(stores.tickets, desk.id, 'third')
      await stores.tickets.merge(desk.id, { source: ticket.number, target: 1 }, () => {
        return { source: { state: 'closed' }, target: {} }
      })
      expect(await read(source.owner)).toContain('5 2')
    })

    test('what came by merging is split off, too', async () => {
      const second = await begin(stores.tickets, desk.id, 'second')
      await stores.tickets.append(second.owner, exampleMessage('last', { body: 'Twin' }), nothing)
      await stores.tickets.merge(desk.id, { source: 2, target: 1 }, () => {
        return { source: { state: 'closed' }, target: {} }
      })
      await split(5, true)
      expect(await read({ deskId: desk.id, number: 3 })).toEqual([
        '1 Words of last',
        '2 Words of first-desk-ada-second',
        '3 Twin',
      ])
      expect(await read(second.visitor)).toEqual([
        '1 Words of first-desk-ada-source',
        '2 Words of answer',
        '3 Words of other',
        '7 3',
      ])
    })

    test('what is refused, another desk’s or not there changes nothing', async () => {
      expect(await split(9, true)).toEqual({ kind: 'refused', reason: 'unknown' })
      expect(await split(2, true)).toEqual({ kind: 'refused', reason: 'unknown' })
      expect(await split(1, true)).toEqual({ kind: 'refused', reason: 'all' })
      expect(await split(3, true, { deskId: neighbour.id, number: 1 })).toEqual({ kind: 'unknown' })
      expect(await read(source.owner)).toHaveLength(5)
      expect((await begin(stores.tickets, desk.id, 'next')).ticket.number).toBe(2)
    })

    test('is refused where the visitor has neither an address nor an account', async () => {
      const nobody = await begin(stores.tickets, desk.id, 'nobody', { visitorEmail: '' })
      await stores.tickets.append(nobody.owner, exampleMessage('more'), nothing)
      const ask = () => split(2, true, { deskId: desk.id, number: 2 })
      expect(await ask()).toEqual({ kind: 'refused', reason: 'unreachable' })
      await stores.tickets.keep(nobody.ticket.secretHash, 'ada')
      expect((await ask()).kind).toBe('split')
    })

    test('is refused where the ticket was closed while it was held', async () => {
      await stores.tickets.move(source.owner, () => ({ state: 'held', heldFor: 'loop' }))
      await stores.tickets.move(source.owner, () => ({ state: 'closed' }))
      expect(await split(3, true)).toEqual({ kind: 'refused', reason: 'held' })
    })

    test('erasing the one leaves the other', async () => {
      await split(3, true)
      await stores.erasure.hideTicket(source.visitor, minute(10))
      while (await stores.erasure.eraseStep(50)) {}
      expect(await read(owner)).toHaveLength(3)
      await stores.erasure.hideTicket(visitor, minute(10))
      expect(await stores.tickets.findByMail(['other'])).toBeUndefined()
    })
  })
}
