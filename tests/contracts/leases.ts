import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import { minute, type OpenStores } from './examples'

export function leaseStoreContract(name: string, open: OpenStores) {
  describe(`leases in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const take = (holder: string, until: number, now: number) =>
      stores.leases.take('timers', holder, minute(until), minute(now))

    test('a lease is one holder’s until it ends, who may go on holding it', async () => {
      expect(await take('one', 2, 0)).toBe(true)
      expect(await take('other', 3, 1)).toBe(false)
      expect(await take('one', 4, 1)).toBe(true)
      expect(await take('other', 5, 3)).toBe(false)
      expect(await take('other', 6, 4)).toBe(true)
      expect(await take('one', 7, 5)).toBe(false)
    })

    test('a lease that is given back is free, and nobody gives back another’s', async () => {
      await take('one', 9, 0)
      await stores.leases.release('timers', 'other')
      expect(await take('other', 9, 1)).toBe(false)
      await stores.leases.release('timers', 'one')
      expect(await take('other', 9, 1)).toBe(true)
    })

    test('of many who ask at once one gets it; other leases are others', async () => {
      const taken = await Promise.all(['a', 'b', 'c'].map((holder) => take(holder, 5, 0)))
      expect(taken.filter(Boolean)).toHaveLength(1)
      expect(await stores.leases.take('else', 'd', minute(5), minute(0))).toBe(true)
    })
  })
}
