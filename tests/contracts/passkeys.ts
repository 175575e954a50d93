import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Passkey, passkeyLetter } from '../../app/domain/identity/passkeys'
import type { Stores } from '../../app/domain/stores'
import { eraseAccount, exampleAccount, examplePasskey, minute, type OpenStores } from './examples'

export function passkeyStoreContract(name: string, open: OpenStores) {
  describe(`passkeys in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
      for (const uid of ['ada', 'ben']) await stores.accounts.save(exampleAccount(uid))
    })
    afterEach(() => stores.close())

    const added = (uid: string, at = minute(1)) => passkeyLetter('passkey-added', uid, at)
    const removed = (uid: string) => passkeyLetter('passkey-removed', uid, minute(2))
    const add = (passkey: Passkey, most = 9) =>
      stores.passkeys.add(passkey, most, added(passkey.uid, passkey.createdAt))
    const idsOf = async (uid: string) => (await stores.passkeys.list(uid)).map(({ id }) => id)
    const mails = async () => (await stores.mails.listDue(minute(9), 9)).map(({ kind }) => kind)

    test('Passkeys are listed as saved, oldest first, and found by their own account', async () => {
      const phone = examplePasskey('ada', 'phone', { createdAt: minute(2), lastUsedAt: minute(3) })
      const laptop = examplePasskey('ada', 'L-_aptop', { counter: 4 })
      // Another account may claim the same id: it has another key.
      const claimed = examplePasskey('ben', 'phone', { publicKey: 'another' })
      for (const each of [phone, laptop, claimed]) expect(await add(each)).toBe(true)
      expect(await stores.passkeys.list('ada')).toEqual([laptop, phone])
      expect(await stores.passkeys.find('ada', 'phone')).toEqual(phone)
      expect(await stores.passkeys.find('ben', 'phone')).toEqual(claimed)
      for (const id of ['Phone', 'l-_aptop', ''])
        expect(await stores.passkeys.find('ada', id)).toBeUndefined()
    })

    test('Passkeys are as many as an account may have, also when several are added at once', async () => {
      const ids = ['a', 'b', 'c', 'd', 'e']
      const all = ids.map((id, index) => examplePasskey('ada', id, { createdAt: minute(index) }))
      const kept = await Promise.all(all.map((each) => add(each, 3)))
      expect(kept.filter(Boolean)).toHaveLength(3)
      expect(await idsOf('ada')).toHaveLength(3)
      expect(await add(examplePasskey('ben', 'a'), 3)).toBe(true)
    })

    test('Passkeys that are added twice stay as they were, with one letter', async () => {
      const passkey = examplePasskey('ada', 'phone')
      await add(passkey)
      expect(await add({ ...passkey, name: 'Again', publicKey: 'other' }, 1)).toBe(true)
      expect([await stores.passkeys.list('ada'), await mails()]).toEqual([
        [passkey],
        ['passkey-added'],
      ])
    })

    test('Passkeys are changed by one at a time: a use that two bring at once counts once', async () => {
      await add(examplePasskey('ada', 'phone'))
      const use = (counter: number) =>
        stores.passkeys.change('ada', 'phone', (passkey) => {
          if (passkey.counter >= counter) throw new Error('Used before')
          return { ...passkey, counter, lastUsedAt: minute(4) }
        })
      const used = await Promise.allSettled(Array.from({ length: 5 }, () => use(8)))
      expect(used.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await stores.passkeys.find('ada', 'phone')).toMatchObject({
        counter: 8,
        lastUsedAt: minute(4),
      })
      expect(await stores.passkeys.change('ben', 'phone', (each) => each)).toBe(false)
    })

    test('Passkeys are removed one by one or together, by their own account, each time with a letter', async () => {
      for (const id of ['a', 'b', 'c']) await add(examplePasskey('ada', id))
      await add(examplePasskey('ben', 'a'))
      expect(await stores.passkeys.remove('ada', 'a', removed('ada'))).toBe(true)
      expect(await stores.passkeys.remove('ada', 'a', removed('ada'))).toBe(false)
      expect([await idsOf('ada'), await idsOf('ben')]).toEqual([['b', 'c'], ['a']])
      const all = passkeyLetter('passkey-removed', 'ada', minute(3))
      expect(await stores.passkeys.removeAll('ada', all)).toBe(2)
      expect(await stores.passkeys.removeAll('ada', all)).toBe(0)
      expect([await idsOf('ada'), await idsOf('ben')]).toEqual([[], ['a']])
      expect((await mails()).filter((kind) => kind === 'passkey-removed')).toHaveLength(2)
    })

    test('Passkeys are for nobody who has no account, and go with the account', async () => {
      for (const uid of ['nobody', 'ada', 'ben']) await add(examplePasskey(uid, 'phone'))
      expect(await idsOf('nobody')).toEqual([])
      await eraseAccount(stores, 'ada')
      expect([await idsOf('ada'), await idsOf('ben')]).toEqual([[], ['phone']])
    })
  })
}
