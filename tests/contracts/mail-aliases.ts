import { describe, expect, test } from 'vitest'
import { mostEverChosen } from '../../app/domain/mail-in/aliases'
import { minute, type OpenStores } from './examples'
import { stores, useTwoDesks } from './two-desks'

export function mailAliasStoreContract(name: string, open: OpenStores) {
  describe(`mail aliases in ${name}`, () => {
    useTwoDesks(open)

    const add = (alias: string, deskId = 'desk-ada', at = 1, most = 3) =>
      stores.mailAliases.add({ name: alias, deskId, chosenAt: minute(at) }, most)
    const change = (alias: string, changes: object, deskId = 'desk-ada') =>
      stores.mailAliases.change(deskId, alias, changes)
    const names = async (deskId = 'desk-ada') =>
      (await stores.mailAliases.list(deskId)).map((each) => each.name)
    const deskOf = async (alias: string) => (await stores.mailAliases.find(alias))?.deskId

    test('the first is the main one until another is chosen, and all lead to the desk', async () => {
      expect(await add('morgenrot', 'desk-ada', 1)).toBe('added')
      expect(await add('cafe', 'desk-ada', 2)).toBe('added')
      expect(await names()).toEqual(['morgenrot', 'cafe'])
      expect(await change('cafe', { chosenAt: minute(3) })).toBe(true)
      expect(await names()).toEqual(['cafe', 'morgenrot'])
      for (const each of ['cafe', 'morgenrot']) expect(await deskOf(each)).toBe('desk-ada')
      expect(await deskOf('brot')).toBeUndefined()
      expect(await names('desk-ben')).toEqual([])
    })

    test('one keeps its tag and signature until they are changed', async () => {
      const alias = { name: 'orders', deskId: 'desk-ada', chosenAt: minute(1) }
      const given = { tag: 'Order', signature: { de: 'Café\nKöln' } }
      await stores.mailAliases.add({ ...alias, ...given }, 3)
      expect(await stores.mailAliases.find('orders')).toEqual({ ...alias, ...given })
      expect(await change('orders', { tag: 'x' }, 'desk-ben')).toBe(false)
      expect(await change('orders', { tag: undefined, signature: { en: 'Café' } })).toBe(true)
      expect(await stores.mailAliases.list('desk-ada')).toEqual([
        { ...alias, tag: undefined, signature: { en: 'Café' } },
      ])
    })

    test('a name is one desk’s, however many choose it at once', async () => {
      const choices = await Promise.all(['desk-ada', 'desk-ben'].map((id) => add('cafe', id)))
      expect(choices.sort()).toEqual(['added', 'taken'])
      expect([...(await names()), ...(await names('desk-ben'))]).toEqual(['cafe'])
    })

    test('a desk has a few, each once', async () => {
      for (const each of ['one', 'two', 'three']) await add(each)
      expect([await add('four'), await add('two')]).toEqual(['full', 'own'])
      expect((await names()).sort()).toEqual(['one', 'three', 'two'])
    })

    test('a removed one makes room, leads nowhere and is for its desk alone', async () => {
      for (const each of ['one', 'two', 'three']) await add(each)
      expect(await change('two', { removedAt: minute(4) })).toBe(true)
      expect(await change('two', { tag: 'x' })).toBe(false)
      expect([await deskOf('two'), (await names()).length]).toEqual([undefined, 2])
      expect([await add('two', 'desk-ben'), await add('four')]).toEqual(['taken', 'added'])
      await change('one', { removedAt: minute(5) })
      expect([await add('two'), await deskOf('two')]).toEqual(['added', 'desk-ada'])
    })

    test('a desk does not keep names without end', async () => {
      for (let index = 0; index < mostEverChosen; index++) {
        expect(await add(`name-${index}`)).toBe('added')
        await change(`name-${index}`, { removedAt: minute(2) })
      }
      expect([await add('another'), await add('name-3')]).toEqual(['spent', 'added'])
    })

    test('earlier keys of a desk lead to it as well, and take no place of its names', async () => {
      const keys = ['a', 'b', 'c'].map((each) => each.repeat(26))
      for (const each of [...keys, 'one', 'two', 'three']) expect(await add(each)).toBe('added')
      expect([await add('four'), await add('d'.repeat(26))]).toEqual(['full', 'full'])
      expect(await deskOf(keys[0] ?? '')).toBe('desk-ada')
    })

    test('leads nowhere once its desk is erased', async () => {
      await add('cafe')
      await stores.erasure.hideAccount('ada', 'sealed', minute(2))
      expect(await deskOf('cafe')).toBeUndefined()
      expect(await names()).toEqual([])
    })
  })
}
