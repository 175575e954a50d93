import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stores } from '../../../app/domain/stores'
import { exampleOrder } from '../../contracts/examples'
import { orderStoreContract } from '../../contracts/orders'
import { openTemporaryStores } from './places'

orderStoreContract('SQLite', openTemporaryStores)

describe('A name whose letters stand in 600 newer orders, too, in another sequence', () => {
  let stores: Stores
  beforeAll(async () => {
    stores = await openTemporaryStores()
    const place = (key: string, name: string) => {
      const pickup = { name, day: '2026-11-28', when: { en: 'noon', de: 'zwölf' } }
      return stores.orders.place(exampleOrder(key, { address: undefined, pickup }), {})
    }
    await place('older', 'Karla')
    await place('wanted', 'Karla Teapot')
    const others = Array.from({ length: 600 }, (_, index) => `other ${index}`)
    await Promise.all(others.map((key) => place(key, 'Karla Pot Tea')))
  })
  afterAll(() => stores.close())

  test.each([
    ['teapot', [1_002]],
    ['karla teapot', [1_002]],
    ['teapots', []],
  ])('looked for as %s', async (words, numbers) => {
    const found = await stores.orders.search(words.split(' '), 9)
    expect(found.orders.map(({ number }) => number)).toEqual(numbers)
    expect(found.next).toBeUndefined()
  })
})
