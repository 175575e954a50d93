import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  AttachmentGone,
  type AttachmentStore,
  type HeldAttachment,
  type Room,
  sourceOf,
  type UploadTarget,
} from '../../app/domain/files/attachments'
import type { Stores } from '../../app/domain/stores'
import { mergeChanges } from '../../app/domain/tickets/merging'
import {
  begin,
  eraseAccount,
  exampleAttachment,
  exampleMessage,
  exampleTicket,
  minute,
  type OpenStores,
  twoDesks,
} from './examples'
import { exampleMessageMail } from './message-mail'

const plenty: Room = {
  desk: 1_000,
  ticket: 1_000,
  unanswered: 1_000,
  network: 1_000,
  source: 1_000,
}

export function attachmentStoreContract(name: string, open: OpenStores) {
  describe(`attachments in ${name}`, () => {
    let stores: Stores
    let attachments: AttachmentStore
    let desk: string
    let neighbour: string
    beforeEach(async () => {
      stores = await open()
      attachments = stores.attachments
      const desks = await twoDesks(stores)
      desk = desks[0].id
      neighbour = desks[1].id
    })
    afterEach(() => stores.close())

    const example = (id: string, more: Partial<HeldAttachment> = {}) =>
      exampleAttachment(desk, id, more)
    const hold = async (id: string, more: Partial<HeldAttachment> = {}) => {
      const attachment = example(id, more)
      expect(await attachments.hold(attachment, { deskId: attachment.deskId }, plenty)).toBe('held')
      return attachment
    }
    const used = (target: Partial<UploadTarget> = {}, at = minute(0)) =>
      attachments.used({ deskId: desk, ...target }, at)
    const change = () => ({ updatedAt: minute(2) })
    const append = (number: number, key: string, held: HeldAttachment[], kind?: 'note') => {
      const message = exampleMessage(key, {
        attachments: held,
        ...(kind && { kind, author: 'owner' }),
      })
      return stores.tickets.append({ deskId: desk, number }, message, change)
    }
    const photo = { type: 'image/png', width: 4, height: 3, previewFile: 'small' } as const

    test('a held file comes out as it was, for its desk alone', async () => {
      const [one, two] = [await hold('one'), await hold('two', photo)]
      expect(await attachments.list(desk, ['two', 'unknown', 'one'])).toEqual([two, one])
      expect(await attachments.list(neighbour, ['one'])).toEqual([])
      expect(await attachments.find({ deskId: desk }, 'one')).toBeUndefined()
    })

    test('a message takes files along in one commit, and lists them in order', async () => {
      const held = [await hold('b', photo), await hold('a')]
      const { owner, visitor } = await begin(stores.tickets, desk, 'x')
      const appended = await append(1, 'key', held)
      const listed = [
        { id: 'b', name: 'b.txt', type: 'image/png', size: 10, width: 4, height: 3 },
        { id: 'a', name: 'a.txt', type: 'text/plain', size: 10 },
      ]
      expect(appended).toMatchObject({ kind: 'added', message: { attachments: listed } })
      for (const scope of [owner, visitor]) {
        const [first, second] = await stores.tickets.messages(scope, 0, 9)
        expect(first?.attachments).toBeUndefined()
        expect(second?.attachments).toEqual(listed)
      }
      expect(await attachments.find({ deskId: desk }, 'b')).toEqual(held[0])
    })

    test('a first message takes them too', async () => {
      const message = exampleMessage('start-x', { attachments: [await hold('one')] })
      await stores.tickets.start(exampleTicket(desk, 'x'), message)
      const [first] = await stores.tickets.messages({ deskId: desk, number: 1 }, 0, 9)
      expect(first?.attachments).toHaveLength(1)
      const twin = { ...message, attachments: [await hold('twin', { sentHash: 'hash of one' })] }
      const again = await stores.tickets.start(exampleTicket(desk, 'x'), twin)
      expect(again.kind).toBe('again')
    })

    test('the same key with the same bytes is the same message, with others a conflict', async () => {
      await begin(stores.tickets, desk, 'x')
      const [one, two] = [await hold('one'), await hold('two')]
      await append(1, 'key', [one, two])
      const twin = await hold('twin', { sentHash: one.sentHash })
      expect((await append(1, 'key', [two, twin])).kind).toBe('again')
      expect((await append(1, 'key', [one, two])).kind).toBe('again')
      expect((await append(1, 'key', [one])).kind).toBe('conflict')
      expect((await append(1, 'key', [])).kind).toBe('conflict')
      expect((await append(1, 'key', [one, await hold('other')])).kind).toBe('conflict')
    })

    test('one that is gone, or another message’s, keeps the message from being taken', async () => {
      const { owner } = await begin(stores.tickets, desk, 'x')
      const [one, two] = [await hold('one'), await hold('two')]
      await append(1, 'first', [one])
      await expect(append(1, 'second', [two, one])).rejects.toThrow(AttachmentGone)
      await expect(append(1, 'third', [two, example('never held')])).rejects.toThrow(AttachmentGone)
      expect(await stores.tickets.messages(owner, 0, 9)).toHaveLength(2)
      expect((await append(1, 'fourth', [two])).kind).toBe('added')
    })

    test('of two messages at once one gets it', async () => {
      await begin(stores.tickets, desk, 'x')
      const one = await hold('one')
      const sent = await Promise.allSettled(['a', 'b', 'c'].map((key) => append(1, key, [one])))
      expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('a visitor sees those of the own ticket but for its notes, an owner those of the desk', async () => {
      const { visitor } = await begin(stores.tickets, desk, 'x')
      const { visitor: other } = await begin(stores.tickets, desk, 'y')
      await append(1, 'text', [await hold('text')])
      await append(1, 'note', [await hold('note')], 'note')
      if (!('secretHash' in visitor) || !('secretHash' in other)) throw new Error('No visitors')
      const seen = async (asker: Parameters<AttachmentStore['find']>[0]) =>
        (await Promise.all(['text', 'note'].map((id) => attachments.find(asker, id)))).map(
          (found) => found?.id,
        )
      expect(await seen(visitor)).toEqual(['text', undefined])
      expect(await seen(other)).toEqual([undefined, undefined])
      expect(await seen({ deskId: desk })).toEqual(['text', 'note'])
      expect(await seen({ deskId: neighbour })).toEqual([undefined, undefined])
    })

    test('a visitor never gets the e-mail of a member or somebody in copy as it came, but its other files', async () => {
      const { visitor } = await begin(stores.tickets, desk, 'x')
      if (!('secretHash' in visitor)) throw new Error('No visitor')
      const copy = { from: 'bob@example.com', byCopy: true, original: 'raw' } as const
      const sent = [
        exampleMessage('copy', {
          attachments: [await hold('raw'), await hold('file')],
          mail: exampleMessageMail('copy', copy),
        }),
        exampleMessage('own', {
          attachments: [await hold('own')],
          mail: exampleMessageMail('own', { original: 'own' }),
        }),
        exampleMessage('answer', {
          author: 'owner',
          attachments: [await hold('answer'), await hold('plan')],
          mail: exampleMessageMail('answer', { from: '', byMember: true, original: 'answer' }),
        }),
      ]
      for (const message of sent)
        await stores.tickets.append({ deskId: desk, number: 1 }, message, change)
      const ids = ['raw', 'file', 'own', 'answer', 'plan']
      const seen = async (asker: Parameters<AttachmentStore['find']>[0]) =>
        (await Promise.all(ids.map((id) => attachments.find(asker, id)))).map((each) => each?.id)
      expect(await seen(visitor)).toEqual([undefined, 'file', 'own', undefined, 'plan'])
      expect(await seen({ deskId: desk })).toEqual(ids)
    })

    test('bytes are counted by desk and by ticket, those that are held included', async () => {
      const { ticket } = await begin(stores.tickets, desk, 'x')
      const nothing = { desk: 0, ticket: 0 }
      expect(await used({ ticketId: ticket.id })).toEqual(nothing)
      await append(1, 'key', [await hold('one', { size: 30 })])
      await attachments.hold(example('two', { size: 5 }), { deskId: desk }, plenty)
      const target = { deskId: desk, ticketId: ticket.id }
      const three = example('three', { size: 2 })
      await attachments.hold(three, target, plenty)
      expect(await used(target)).toMatchObject({ desk: 37, ticket: 32 })
      await append(1, 'next', [three])
      expect(await used(target)).toMatchObject({ desk: 37, ticket: 32 })
      expect(await used()).toEqual({ desk: 37 })
      expect(await used({ deskId: neighbour, ticketId: ticket.id })).toEqual(nothing)
    })

    describe('room', () => {
      const room: Room = { desk: 100, ticket: 60, unanswered: 50, network: 50, source: 25 }
      const later = minute(60)
      const reserve = (bytes: number, target: Partial<UploadTarget> = {}, at = minute(0)) =>
        attachments.reserve({ deskId: desk, ...target }, bytes, room, later, at)
      const taken = async (asked: Promise<unknown>[]) =>
        (await Promise.all(asked)).filter((each) => each !== undefined && each !== 'full').length

      test('of many who ask for it at once, as many get some as fit, and one that fits is among them', async () => {
        const sizes = [40, 40, 40, 40, 40, 20]
        expect(await taken(sizes.map((size) => reserve(size)))).toBe(3)
        expect(await used()).toMatchObject({ desk: 100 })
        expect(await reserve(1)).toBeUndefined()
        expect(await reserve(1, { deskId: neighbour })).toBeDefined()
      })

      test('of many that are held at once, none goes beyond it', async () => {
        const many = Array.from({ length: 8 }, (_, index) => example(`${index}`, { size: 30 }))
        const held = many.map((each) => attachments.hold(each, { deskId: desk }, room))
        expect(await taken(held)).toBe(3)
        expect(await used()).toMatchObject({ desk: 90 })
      })

      test('what is held takes from what was reserved for it, and what is left is given back', async () => {
        const reservation = (await reserve(90)) ?? ''
        const file = (size: number) => example(`file of ${size}`, { size })
        const hold = (size: number, sent: number) =>
          attachments.hold(file(size), { deskId: desk }, room, { reservation, sent })
        expect(await hold(20, 50)).toBe('held')
        expect(await used()).toMatchObject({ desk: 60 })
        // Drawn anew it became larger than what was reserved for it.
        expect(await hold(81, 40)).toBe('full')
        expect(await hold(80, 40)).toBe('held')
        expect(await used()).toMatchObject({ desk: 100 })
        await attachments.release(reservation)
        await attachments.release(reservation)
        expect(await used()).toMatchObject({ desk: 100 })
      })

      test('a reservation that nobody gave back ends by itself', async () => {
        await reserve(90)
        expect(await used({}, later)).toMatchObject({ desk: 0 })
        expect(await reserve(90, {}, later)).toBeDefined()
      })

      test('a ticket has a share of its own, for all that is under way to it', async () => {
        const { ticket } = await begin(stores.tickets, desk, 'x')
        const asked = [40, 40, 20].map((size) => reserve(size, { ticketId: ticket.id }))
        expect(await taken(asked)).toBe(2)
        expect(await reserve(40)).toBeDefined()
      })

      test('strangers have half, and each network half of that, until they are answered', async () => {
        const { ticket, owner } = await begin(stores.tickets, desk, 'x')
        const from = (source: string, size: number, ticketId?: string) =>
          reserve(size, { source, ticketId })
        expect(await taken([20, 10, 5].map((size) => from('one', size)))).toBe(2)
        expect(await taken([from('two', 25), from('three', 1)])).toBe(1)
        expect(await reserve(20)).toBeDefined()
        const target = { deskId: desk, ticketId: ticket.id, source: 'one' }
        expect(await reserve(1, target)).toBeUndefined()
        await stores.tickets.move(owner, () => ({ firstReplyAt: minute(2) }))
        expect(await reserve(25, target)).toBeDefined()
      })

      test('what the owner has answered or organised counts as a stranger’s no longer, blocked or not', async () => {
        const events = ['owner-replies', 'tags', 'block'] as const
        for (const [index, kind] of events.entries()) {
          const { owner } = await begin(stores.tickets, desk, kind)
          const one = example(kind, { size: 10 })
          await attachments.hold(one, { deskId: desk, source: 'one' }, room)
          await append(index + 1, 'key', [one])
          const history = [{ at: minute(3), actor: 'owner', kind, detail: '' } as const]
          const taken = () => used({ source: 'two' })
          expect(await taken()).toMatchObject({ unanswered: 10 })
          await stores.tickets.move(owner, () => ({ history }))
          expect(await taken()).toMatchObject({ unanswered: kind === 'block' ? 10 : 0, source: 0 })
        }
      })
    })

    test('files that come after an answer, or with a merge, take room but are no stranger’s', async () => {
      const room = { desk: 100, ticket: 100, unanswered: 50, network: 50, source: 25 }
      const send = async (number: number, id: string, ticketId: string) => {
        const one = example(id, { size: 10 })
        const target = { deskId: desk, ticketId, source: 'one' }
        expect(await attachments.hold(one, target, room)).toBe('held')
        await append(number, id, [one])
      }
      const one = await begin(stores.tickets, desk, 'x')
      const two = await begin(stores.tickets, desk, 'y')
      await stores.tickets.move(one.owner, () => ({ firstReplyAt: minute(2) }))
      await send(1, 'after', one.ticket.id)
      expect(await used({ source: 'one' })).toMatchObject({ desk: 10, unanswered: 0 })
      await send(2, 'before', two.ticket.id)
      expect(await used({ source: 'one' })).toMatchObject({
        desk: 20,
        unanswered: 10,
        network: 10,
        source: 10,
      })
      const merged = await stores.tickets.merge(desk, { source: 2, target: 1 }, (source, target) =>
        mergeChanges(source, target, minute(3)),
      )
      expect(merged.kind).toBe('merged')
      expect(await used({ source: 'one' })).toMatchObject({
        desk: 20,
        unanswered: 0,
        network: 0,
        source: 0,
      })
      expect(await used({ ticketId: one.ticket.id })).toMatchObject({ ticket: 20 })
    })

    test('a file may take other room than its size, wherever its message goes', async () => {
      const whole = await hold('whole', { size: 30 })
      const part = await hold('part', { size: 20, room: 3 })
      expect(await attachments.list(desk, ['part'])).toEqual([part])
      expect(await used()).toEqual({ desk: 33 })
      const room = { ...plenty, desk: 40 }
      const more = (id: string, taken: number) =>
        attachments.hold(example(id, { size: 50, room: taken }), { deskId: desk }, room)
      expect(await more('more', 7)).toBe('held')
      expect(await more('too much', 1)).toBe('full')
      const { ticket, owner } = await begin(stores.tickets, desk, 'x')
      await append(1, 'key', [whole, part])
      expect(await used({ ticketId: ticket.id })).toEqual({ desk: 40, ticket: 33 })
      await attachments.letGo(minute(5), 9)
      expect(await used()).toEqual({ desk: 33 })
      await stores.erasure.hideTicket(owner, minute(6))
      while (await stores.erasure.eraseStep(10)) {}
      expect(await used()).toEqual({ desk: 0 })
    })

    test('what proven addresses of one network send is counted for each, and for the network', async () => {
      const { ticket } = await begin(stores.tickets, desk, 'x')
      const sources = [sourceOf('one', 'ada'), sourceOf('one', 'bob'), 'one', 'onetwo']
      for (const source of sources) {
        const held = example(source, { size: 10 })
        await attachments.hold(held, { deskId: desk, ticketId: ticket.id, source }, plenty)
        await append(1, source, [held])
      }
      await attachments.reserve(
        { deskId: desk, source: 'one|ada' },
        5,
        plenty,
        minute(9),
        minute(0),
      )
      const shares = { unanswered: 45, network: 35 }
      expect(await used({ source: 'one|ada' })).toMatchObject({ ...shares, source: 15 })
      expect(await used({ source: 'one' })).toMatchObject({ ...shares, source: 10 })
      expect(await used({ source: 'onetwo' })).toMatchObject({ network: 10, source: 10 })
    })

    test('what is let go or erased takes no room any more', async () => {
      const { ticket, owner } = await begin(stores.tickets, desk, 'x')
      await append(1, 'key', [await hold('sent'), await hold('too')])
      await hold('old')
      expect(await used()).toEqual({ desk: 30 })
      await attachments.letGo(minute(5), 9)
      expect(await used({ ticketId: ticket.id })).toEqual({ desk: 20, ticket: 20 })
      await stores.erasure.hideTicket(owner, minute(6))
      while (await stores.erasure.eraseStep(10)) {}
      expect(await used()).toEqual({ desk: 0 })
    })

    test('only what waits longer than that is let go, and its files are known as discarded', async () => {
      await begin(stores.tickets, desk, 'x')
      await append(1, 'key', [await hold('sent')])
      await hold('old', photo)
      await hold('older', { createdAt: minute(-1) })
      await hold('new', { createdAt: minute(5) })
      for (const gone of [1, 1, 0]) expect(await attachments.letGo(minute(5), 1)).toBe(gone)
      expect(
        (await attachments.list(desk, ['sent', 'old', 'older', 'new'])).map(({ id }) => id),
      ).toEqual(['sent', 'new'])
      expect((await attachments.discarded(9)).sort()).toEqual([
        'file of old',
        'file of older',
        'small',
      ])
      expect(await attachments.discarded(1)).toHaveLength(1)
      await attachments.forget(['file of old', 'file of older', 'unknown'])
      expect(await attachments.discarded(9)).toEqual(['small'])
    })

    test('the files of an account that is erased are discarded, those of others are not', async () => {
      await begin(stores.tickets, desk, 'x')
      await append(1, 'key', [await hold('sent', photo)])
      await hold('held')
      await hold('theirs', { deskId: neighbour })
      await eraseAccount(stores, 'ada')
      const gone = ['file of held', 'file of sent', 'small']
      expect((await attachments.discarded(9)).sort()).toEqual(gone)
      expect(await attachments.list(neighbour, ['theirs'])).toHaveLength(1)
    })

    test('files that no attachment has are strays', async () => {
      await hold('one', photo)
      const names = ['file of one', 'small', 'lost', 'left']
      expect(await attachments.strays(names)).toEqual(['lost', 'left'])
      expect(await attachments.strays([])).toEqual([])
    })
  })
}
