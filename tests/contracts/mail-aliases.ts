import { describe, expect, test } from 'vitest'
import { minute, type OpenStores } from './examples'
import { stores, useTwoDesks } from './two-desks'

export function mailAliasStoreContract(name: string, open: OpenStores) {
  describe(`mail aliases in ${name}`, () => {
    useTwoDesks(open)

    const choose = (alias: string, deskId = 'desk-ada', at = 1, most = 3) =>
      stores.mailAliases.choose({ name: alias, deskId, chosenAt: minute(at) }, most)
    const names = async (deskId = 'desk-ada') =>
      (await stores.mailAliases.list(deskId)).map((each) => each.name)

    test('the one chosen last comes first, and all lead to the desk', async () => {
      expect(await choose('morgenrot', 'desk-ada', 1)).toBe('chosen')
      expect(await choose('cafe', 'desk-ada', 2)).toBe('chosen')
      expect(await stores.mailAliases.list('desk-ada')).toEqual([
        { name: 'cafe', deskId: 'desk-ada', chosenAt: minute(2) },
        { name: 'morgenrot', deskId: 'desk-ada', chosenAt: minute(1) },
      ])
      expect(await choose('morgenrot', 'desk-ada', 3)).toBe('chosen')
      expect(await names()).toEqual(['morgenrot', 'cafe'])
      for (const each of ['cafe', 'morgenrot'])
        expect(await stores.mailAliases.findDesk(each)).toBe('desk-ada')
      expect(await stores.mailAliases.findDesk('brot')).toBeUndefined()
      expect(await names('desk-ben')).toEqual([])
    })

    test('is one desk’s, however many choose it at once', async () => {
      const choices = await Promise.all(['desk-ada', 'desk-ben'].map((id) => choose('cafe', id)))
      expect(choices.sort()).toEqual(['chosen', 'taken'])
      expect([...(await names()), ...(await names('desk-ben'))]).toEqual(['cafe'])
    })

    test('a desk has a few, and may choose among those still', async () => {
      for (const each of ['one', 'two', 'three']) await choose(each)
      expect(await choose('four')).toBe('full')
      expect(await choose('two', 'desk-ada', 5)).toBe('chosen')
      expect(await names()).toEqual(['two', 'one', 'three'])
    })

    test('earlier keys of a desk lead to it as well, and take no place of its names', async () => {
      const keys = ['a', 'b', 'c'].map((each) => each.repeat(26))
      for (const each of [...keys, 'one', 'two', 'three']) {
        expect(await choose(each)).toBe('chosen')
      }
      expect([await choose('four'), await choose('d'.repeat(26))]).toEqual(['full', 'full'])
      expect(await stores.mailAliases.findDesk(keys[0] ?? '')).toBe('desk-ada')
    })

    test('leads nowhere once its desk is erased', async () => {
      await choose('cafe')
      await stores.erasure.hideAccount('ada', 'sealed', minute(2))
      expect(await stores.mailAliases.findDesk('cafe')).toBeUndefined()
      expect(await names()).toEqual([])
    })
  })
}
