import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { factorLetter, type SecondFactor } from '../../app/domain/identity/second-factors'
import type { Stores } from '../../app/domain/stores'
import { eraseAccount, exampleAccount, exampleFactor, minute, type OpenStores } from './examples'

export function secondFactorStoreContract(name: string, open: OpenStores) {
  describe(`second factors in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
      for (const uid of ['ada', 'ben']) await stores.accounts.save(exampleAccount(uid))
    })
    afterEach(() => stores.close())

    const find = (uid: string) => stores.secondFactors.find(uid)
    const turnOn = (uid: string) => stores.secondFactors.change(uid, () => exampleFactor(uid))
    const mails = async () => (await stores.mails.listDue(minute(9), 9)).map(({ kind }) => kind)

    test('A second factor is found as it was saved, by its own account, and removed', async () => {
      await turnOn('ada')
      expect(await find('ada')).toEqual(exampleFactor('ada'))
      for (const other of ['ben', 'Ada', '']) expect(await find(other)).toBeUndefined()
      await stores.secondFactors.change('ada', () => undefined)
      await stores.secondFactors.change('ada', () => undefined)
      expect(await find('ada')).toBeUndefined()
    })

    test('are changed by one at a time: a step that two give at once is taken once', async () => {
      await turnOn('ada')
      const give = (lastStep: number) =>
        stores.secondFactors.change('ada', (factor) => {
          if (!factor || factor.lastStep >= lastStep) throw new Error('Given before')
          return { ...factor, lastStep }
        })
      const given = await Promise.allSettled(Array.from({ length: 5 }, () => give(99)))
      expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect((await find('ada'))?.lastStep).toBe(99)
    })

    test('stay as they are, without a letter, where the change is refused', async () => {
      await turnOn('ada')
      const letter = factorLetter('second-factor-off', 'ada', minute(1))
      const refuse = (_?: SecondFactor): never => {
        throw new Error('Wrong')
      }
      await expect(stores.secondFactors.change('ada', refuse, letter)).rejects.toThrow('Wrong')
      expect([await find('ada'), await mails()]).toEqual([exampleFactor('ada'), []])
      await stores.secondFactors.change('ada', () => undefined, letter)
      expect([await find('ada'), await mails()]).toEqual([undefined, ['second-factor-off']])
    })

    test('are for nobody who has no account, and go with the account', async () => {
      for (const uid of ['nobody', 'ada', 'ben']) await turnOn(uid)
      expect(await find('nobody')).toBeUndefined()
      await eraseAccount(stores, 'ada')
      expect(await find('ada')).toBeUndefined()
      expect(await find('ben')).toEqual(exampleFactor('ben'))
    })
  })
}
