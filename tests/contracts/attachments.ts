import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  AttachmentGone,
  type AttachmentStore,
  type HeldAttachment,
} from '../../app/domain/attachments'
import type { Stores } from '../../app/domain/stores'
import { begin, exampleMessage, exampleTicket, minute, type OpenStores, twoDesks } from './examples'

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

    const example = (id: string, more: Partial<HeldAttachment> = {}): HeldAttachment => ({
      id,
      deskId: desk,
      name: `${id}.txt`,
      type: 'text/plain',
      size: 10,
      sentHash: `hash of ${id}`,
      file: `file of ${id}`,
      createdAt: minute(0),
      ...more,
    })
    const hold = async (id: string, more: Partial<HeldAttachment> = {}) => {
      const attachment = example(id, more)
      await attachments.hold(attachment)
      return attachment
    }
    const change = () => ({ updatedAt: minute(2) })
    const append = (number: number, key: string, held: HeldAttachment[], kind?: 'note') => {
      const message = exampleMessage(key, {
        attachments: held,
        ...(kind && { kind, author: 'owner' }),
      })
      return stores.tickets.append({ deskId: desk, number }, message, change)
    }
    const photo = { type: 'image/png', width: 4, height: 3, previewFile: 'small' } as const

    test('what is held comes out as it was, for its desk alone', async () => {
      const [one, two] = [await hold('one'), await hold('two', photo)]
      expect(await attachments.list(desk, ['two', 'unknown', 'one'])).toEqual([two, one])
      expect(await attachments.list(neighbour, ['one'])).toEqual([])
      expect(await attachments.find({ deskId: desk }, 'one')).toBeUndefined()
    })

    test('a message takes them along in one commit, and tells of them in order', async () => {
      const held = [await hold('b', photo), await hold('a')]
      const { owner, visitor } = await begin(stores.tickets, desk, 'x')
      const appended = await append(1, 'key', held)
      const told = [
        { id: 'b', name: 'b.txt', type: 'image/png', size: 10, width: 4, height: 3 },
        { id: 'a', name: 'a.txt', type: 'text/plain', size: 10 },
      ]
      expect(appended).toMatchObject({ kind: 'added', message: { attachments: told } })
      for (const scope of [owner, visitor]) {
        const [first, second] = await stores.tickets.messages(scope, 0, 9)
        expect(first?.attachments).toBeUndefined()
        expect(second?.attachments).toEqual(told)
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

    test('bytes are counted by desk and by ticket, those that are held for the desk alone', async () => {
      const { ticket } = await begin(stores.tickets, desk, 'x')
      expect(await attachments.used(desk, ticket.id)).toEqual({ desk: 0, ticket: 0 })
      await append(1, 'key', [await hold('one', { size: 30 })])
      await hold('two', { size: 5 })
      expect(await attachments.used(desk, ticket.id)).toEqual({ desk: 35, ticket: 30 })
      expect(await attachments.used(desk, undefined)).toEqual({ desk: 35, ticket: 0 })
      expect(await attachments.used(neighbour, ticket.id)).toMatchObject({ desk: 0 })
    })

    test('only what waits longer than that is let go, and its files are known as discarded', async () => {
      await begin(stores.tickets, desk, 'x')
      await append(1, 'key', [await hold('sent')])
      await hold('old', photo)
      await hold('new', { createdAt: minute(5) })
      await attachments.letGo(minute(5))
      expect((await attachments.list(desk, ['sent', 'old', 'new'])).map(({ id }) => id)).toEqual([
        'sent',
        'new',
      ])
      expect((await attachments.discarded(9)).sort()).toEqual(['file of old', 'small'])
      expect(await attachments.discarded(1)).toHaveLength(1)
      await attachments.forget(['file of old', 'unknown'])
      expect(await attachments.discarded(9)).toEqual(['small'])
    })

    test('the files of an account that is erased are discarded, those of others are not', async () => {
      await begin(stores.tickets, desk, 'x')
      await append(1, 'key', [await hold('sent', photo)])
      await hold('held')
      await hold('theirs', { deskId: neighbour })
      await stores.accounts.erase('ada')
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
