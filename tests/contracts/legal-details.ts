import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import { details } from '../support/legal'
import { type OpenStores, writers } from './examples'

export function legalStoreContract(name: string, open: OpenStores) {
  describe(`the legal texts in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    test('are empty until something was written', async () => {
      const { legalDetails } = stores
      expect(await legalDetails.version()).toBe(0)
      expect(await legalDetails.find()).toBeUndefined()
      const left = await legalDetails.change((stored) => ({ seen: stored, details: undefined }))
      expect(left).toEqual({ seen: undefined })
      expect(await legalDetails.version()).toBe(0)
    })

    test('are found as they were written, lists and gaps among them', async () => {
      const { legalDetails } = stores
      await legalDetails.change(() => ({ details }))
      expect(await legalDetails.find()).toEqual({ details, version: 1 })
      const { bank: _, ...others } = details
      const decided = await legalDetails.change((stored) => {
        expect(stored).toEqual(details)
        return { details: others, said: 'done' }
      })
      expect(decided.said).toBe('done')
      expect(await legalDetails.find()).toEqual({ details: others, version: 2 })
      expect(await legalDetails.version()).toBe(2)
    })

    test('keep every change of many at once', async () => {
      const { legalDetails } = stores
      const all = writers(open, 20)
      await Promise.all(
        all.map((number) =>
          legalDetails.change((stored) => {
            const before = stored?.texts.en?.disputes ?? ''
            return { details: { texts: { en: { disputes: `${before}(${number})` } } } }
          }),
        ),
      )
      const stored = await legalDetails.find()
      for (const number of all) expect(stored?.details.texts.en?.disputes).toContain(`(${number})`)
      expect(stored?.version).toBe(all.length)
    })
  })
}
