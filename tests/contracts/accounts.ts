import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exampleAccount, minute, type OpenStores, type Stores } from './examples'

export function accountStoreContract(name: string, open: OpenStores) {
  describe(`accounts in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    test('an account is found by its uid as it was saved', async () => {
      await stores.accounts.save(exampleAccount('ada'))
      expect(await stores.accounts.find('ada')).toEqual(exampleAccount('ada'))
      expect(await stores.accounts.find('Ada')).toBeUndefined()
    })

    test('saving again renews e-mail and language and keeps the time of its making', async () => {
      await stores.accounts.save(exampleAccount('ada'))
      const renewed = { email: 'new@example.com', emailVerified: true, locale: 'en' } as const
      await stores.accounts.save(exampleAccount('ada', { ...renewed, createdAt: minute(9) }))
      expect(await stores.accounts.find('ada')).toEqual(exampleAccount('ada', renewed))
      expect(await stores.accounts.findByEmail('ada@example.com')).toBeUndefined()
    })

    test('an account is found by its e-mail in whatever case', async () => {
      await stores.accounts.save(exampleAccount('ada', { email: 'Ada@Example.com' }))
      expect((await stores.accounts.findByEmail('aDA@example.COM'))?.uid).toBe('ada')
      expect(await stores.accounts.findByEmail('ada@example.co')).toBeUndefined()
    })

    test('of two accounts with one e-mail the one made last is found', async () => {
      const email = 'shared@example.com'
      await stores.accounts.save(exampleAccount('newer', { email, createdAt: minute(2) }))
      await stores.accounts.save(exampleAccount('older', { email, createdAt: minute(1) }))
      expect((await stores.accounts.findByEmail(email))?.uid).toBe('newer')
    })
  })
}
