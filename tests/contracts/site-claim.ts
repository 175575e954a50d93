import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import { eraseAccount, type OpenStores, twoDesks, writers } from './examples'

export function siteClaimStoreContract(name: string, open: OpenStores) {
  describe(`the claim to the site in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    test('is absent at first, then what it was last replaced with', async () => {
      const { siteClaim } = stores
      expect(await siteClaim.find()).toBeUndefined()
      expect(await siteClaim.replace('', 'desk-ada')).toBe(false)
      expect(await siteClaim.find()).toBeUndefined()
      expect(await siteClaim.replace(undefined, '')).toBe(true)
      expect(await siteClaim.find()).toBe('')
      expect(await siteClaim.replace(undefined, 'desk-ada')).toBe(false)
      expect(await siteClaim.replace('', 'desk-ada')).toBe(true)
      expect(await siteClaim.replace('', 'desk-ben')).toBe(false)
      expect(await siteClaim.replace('desk-ben', 'desk-ben')).toBe(false)
      expect(await siteClaim.find()).toBe('desk-ada')
    })

    test.each([undefined, ''])('goes from %j to one of many at once', async (from) => {
      const { siteClaim } = stores
      if (from !== undefined) await siteClaim.replace(undefined, from)
      const all = writers(open, 20)
      const got = await Promise.all(all.map((each) => siteClaim.replace(from, `desk-${each}`)))
      expect(got.filter(Boolean)).toHaveLength(1)
      expect(await siteClaim.find()).toBe(`desk-${all[got.indexOf(true)]}`)
    })

    test('outlives the desk, so that nobody gets it by chance', async () => {
      const [ada] = await twoDesks(stores)
      await stores.siteClaim.replace(undefined, ada.id)
      await eraseAccount(stores, 'ada')
      expect(await stores.siteClaim.find()).toBe(ada.id)
    })
  })
}
