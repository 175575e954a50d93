import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import { eraseAccount, exampleAccount, minute, type OpenStores } from './examples'

const photo = (version: string, ...bytes: number[]) => ({
  version,
  bytes: Uint8Array.from(bytes),
  savedAt: minute(bytes.length),
})

export function photoStoreContract(name: string, open: OpenStores) {
  describe(`photos in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
      await stores.accounts.save(exampleAccount('ada'))
      await stores.accounts.save(exampleAccount('ben'))
    })
    afterEach(() => stores.close())

    const find = (uid: string) => stores.photos.find(uid)

    test('are found as they were saved, byte by byte, by their own account', async () => {
      const every = Array.from({ length: 256 }, (_, byte) => byte)
      await stores.photos.save('ada', photo('one', ...every))
      expect(await find('ada')).toEqual(photo('one', ...every))
      for (const other of ['ben', 'Ada', '']) expect(await find(other)).toBeUndefined()
    })

    test('take the place of the one before', async () => {
      await stores.photos.save('ada', photo('one', 1))
      await stores.photos.save('ada', photo('two', 2, 3))
      expect(await find('ada')).toEqual(photo('two', 2, 3))
    })

    test('are kept for nobody who has no account', async () => {
      await stores.photos.save('nobody', photo('one', 1))
      expect(await find('nobody')).toBeUndefined()
    })

    test('go when they are removed, and with their account', async () => {
      for (const uid of ['ada', 'ben']) await stores.photos.save(uid, photo('one', 1))
      await stores.photos.remove('ada')
      await stores.photos.remove('ada')
      expect(await find('ada')).toBeUndefined()
      await stores.photos.save('ada', photo('two', 2))
      await eraseAccount(stores, 'ada')
      expect(await find('ada')).toBeUndefined()
      expect(await find('ben')).toEqual(photo('one', 1))
    })

    test('stay whatever else of the account is renewed', async () => {
      await stores.photos.save('ada', photo('one', 1))
      await stores.accounts.save(exampleAccount('ada', { email: 'new@example.com' }))
      expect(await find('ada')).toEqual(photo('one', 1))
    })
  })
}
