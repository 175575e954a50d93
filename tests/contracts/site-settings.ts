import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSiteSettings, type SiteSettings } from '../../app/domain/site/settings'
import type { Stores } from '../../app/domain/stores'
import { siteSettings } from '../support/whole-house'
import { eraseAccount, minute, type OpenStores, twoDesks, writers } from './examples'

const picture = (id: string, ...bytes: number[]) => ({
  id,
  square: Uint8Array.from(bytes),
  whole: Uint8Array.from([...bytes, 0, 255]),
})

const showing = (mark?: string): SiteSettings => ({ ...newSiteSettings, mark })

export function siteSettingsContract(name: string, open: OpenStores) {
  describe(`the site's settings in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    test('are empty until something was changed', async () => {
      const site = stores.siteSettings
      expect([await site.version(), await site.find()]).toEqual([0, undefined])
      const left = await site.change((kept) => ({ seen: kept, settings: undefined }))
      expect(left).toEqual({ seen: undefined })
      expect(await site.version()).toBe(0)
    })

    test('are found as they were changed, gaps and lists among them', async () => {
      const site = stores.siteSettings
      await site.change(() => ({ settings: siteSettings }))
      expect(await site.find()).toEqual({ settings: siteSettings, version: 1 })
      const decided = await site.change((kept) => {
        expect(kept).toEqual(siteSettings)
        return { settings: newSiteSettings, said: 'done' }
      })
      expect(decided.said).toBe('done')
      expect(await site.find()).toEqual({ settings: newSiteSettings, version: 2 })
    })

    test('keep every change of many at once', async () => {
      const all = writers(open, 20)
      await Promise.all(
        all.map((number) =>
          stores.siteSettings.change((kept = newSiteSettings) => {
            const [before] = kept.home ?? []
            const question = { question: { en: `${number}` }, answer: {} }
            const questions = [...(before?.questions ?? []), question]
            const part = { name: 'questions', on: true, title: {}, text: {}, questions } as const
            return { settings: { ...kept, home: [{ ...part, questions }] } }
          }),
        ),
      )
      const kept = await stores.siteSettings.find()
      expect(kept?.settings.home?.[0]?.questions).toHaveLength(all.length)
      expect(kept?.version).toBe(all.length)
    })

    test('have the pictures that the site shows, and no others', async () => {
      const site = stores.siteSettings
      await site.change(() => ({ settings: showing('one') }), [picture('one', 1)])
      // The same once more, as by a second press.
      await site.change(() => ({ settings: showing('one') }), [picture('one', 1)])
      expect(await site.findPicture('one', 'square')).toEqual(Uint8Array.from([1]))
      expect(await site.findPicture('one', 'whole')).toEqual(Uint8Array.from([1, 0, 255]))
      await site.change(() => ({ settings: showing('two') }), [picture('two', 2)])
      expect(await site.findPicture('one', 'square')).toBeUndefined()
      expect(await site.findPicture('two', 'square')).toBeDefined()
    })

    test('go with the account of the site’s desk, and stay when another one goes', async () => {
      const [desk, other] = await twoDesks(stores)
      const site = stores.siteSettings
      await stores.siteClaim.replace(undefined, desk.id)
      await site.change(() => ({ settings: siteSettings }), [picture('mark1', 1)])
      await eraseAccount(stores, other.ownerUid)
      expect((await site.find())?.settings).toEqual(siteSettings)
      await stores.erasure.hideAccount(desk.ownerUid, 'sealed', minute(1))
      // Whether the shop is open is no word about them.
      const settings = { ...newSiteSettings, shop: siteSettings.shop }
      expect(await site.find()).toEqual({ settings, version: 2 })
      expect(await site.findPicture('mark1', 'square')).toBeUndefined()
    })
  })
}
