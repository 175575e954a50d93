import { describe, expect, test } from 'vitest'
import type { SavedReply } from '../../app/domain/tickets/saved-replies'
import { eraseAccount, minute, type OpenStores } from './examples'
import { stores, useTwoDesks } from './two-desks'

export function exampleReply(shortcut: string, reply: Partial<SavedReply> = {}): SavedReply {
  return {
    id: `reply-${shortcut}`,
    deskId: 'desk-ada',
    createKey: `key-${shortcut}`,
    shortcut,
    text: { en: 'Hello {visitor}', de: 'Grüß Gott' },
    createdAt: minute(0),
    updatedAt: minute(0),
    ...reply,
  }
}

export function savedReplyStoreContract(name: string, open: OpenStores) {
  describe(`saved replies in ${name}`, () => {
    useTwoDesks(open)

    const add = (shortcut: string, reply: Partial<SavedReply> = {}, most = 9) =>
      stores.savedReplies.add(exampleReply(shortcut, reply), most)
    const shortcuts = async (deskId = 'desk-ada') =>
      (await stores.savedReplies.list(deskId)).map(({ shortcut }) => shortcut)

    test('are listed by their shortcuts as they were added, for their desk alone', async () => {
      await add('thanks')
      await add('bye', { text: { de: 'Tschüss' } })
      await add('hello', { deskId: 'desk-ben' })
      expect(await stores.savedReplies.list('desk-ada')).toEqual([
        exampleReply('bye', { text: { de: 'Tschüss' } }),
        exampleReply('thanks'),
      ])
      expect(await shortcuts('desk-ben')).toEqual(['hello'])
    })

    test('are added once a key, however often and at once', async () => {
      const id = (index: number) => ({ id: `reply-${index}` })
      const all = await Promise.all(Array.from({ length: 9 }, (_, index) => add('bye', id(index))))
      expect(all.sort()).toEqual(['added', ...Array.from({ length: 8 }, () => 'again')])
      expect(await add('bye', { id: 'other', text: { en: 'Bye' } })).toBe('conflict')
      expect(await add('ciao', { id: 'other', createKey: 'key-bye' })).toBe('conflict')
      expect(await stores.savedReplies.list('desk-ada')).toHaveLength(1)
    })

    test('have a shortcut of their own at the desk', async () => {
      await add('bye')
      expect(await add('bye', { id: 'second', createKey: 'second' })).toBe('taken')
      expect(await add('bye', { id: 'bens', deskId: 'desk-ben' })).toBe('added')
    })

    test('are no more than the desk may have, but those that are there stay the same', async () => {
      await add('one', {}, 2)
      await add('two', {}, 2)
      expect(await add('three', {}, 2)).toBe('full')
      expect(await add('two', {}, 2)).toBe('again')
      expect(await add('one', { id: 'bens', deskId: 'desk-ben' }, 2)).toBe('added')
    })

    test('change by their own desk’s hand, to a shortcut that is free', async () => {
      await add('bye')
      await add('hello')
      const change = { shortcut: 'ciao', text: { en: 'Ciao' }, updatedAt: minute(5) }
      const { savedReplies } = stores
      expect(await savedReplies.change('desk-ben', 'reply-bye', change)).toBe('unknown')
      expect(await savedReplies.change('desk-ada', 'reply-none', change)).toBe('unknown')
      const taken = { ...change, shortcut: 'hello' }
      expect(await savedReplies.change('desk-ada', 'reply-bye', taken)).toBe('taken')
      expect(await savedReplies.change('desk-ada', 'reply-bye', change)).toBe('changed')
      expect(await savedReplies.change('desk-ada', 'reply-bye', change)).toBe('changed')
      expect(await savedReplies.list('desk-ada')).toEqual([
        { ...exampleReply('bye'), ...change },
        exampleReply('hello'),
      ])
    })

    test('go by their own desk’s hand, and with their desk', async () => {
      await add('bye')
      await add('hello')
      expect(await stores.savedReplies.remove('desk-ben', 'reply-bye')).toBe(false)
      expect(await stores.savedReplies.remove('desk-ada', 'reply-bye')).toBe(true)
      expect(await stores.savedReplies.remove('desk-ada', 'reply-bye')).toBe(false)
      expect(await shortcuts()).toEqual(['hello'])
      await eraseAccount(stores, 'ada')
      expect(await shortcuts()).toEqual([])
    })
  })
}
