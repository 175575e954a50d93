import { describe, expect, test } from 'vitest'
import { newEmbed } from '../../app/domain/desks/embeds'
import { minute, type OpenStores } from './examples'
import { stores, useTwoDesks } from './two-desks'

export function embedStoreContract(name: string, open: OpenStores) {
  describe(`embeds in ${name}`, () => {
    useTwoDesks(open)

    test('each part is kept as it was saved, for the one desk, and the others stay', async () => {
      const look = { light: '#123456', dark: '#fedcba', side: 'left' } as const
      const words = { launcher: { de: 'Fragen?' }, consent: { en: 'We keep it.' } }
      const origins = ['https://shop.example', 'http://localhost:8080']
      await stores.embeds.save('desk-ada', { look })
      await stores.embeds.save('desk-ada', { ...words, origins })
      await stores.embeds.save('desk-ada', { consentLink: { de: 'https://shop.example/d' } })
      expect(await stores.embeds.find('desk-ada')).toEqual({
        ...newEmbed(),
        look,
        ...words,
        origins,
        consentLink: { de: 'https://shop.example/d' },
      })
      expect(await stores.embeds.find('desk-ben')).toEqual(newEmbed())
    })

    test('the site where it was seen is the latest, in whatever order reports arrive', async () => {
      await stores.embeds.save('desk-ada', { origins: ['https://shop.example'] })
      await stores.embeds.note('desk-ada', 'https://shop.example', minute(5))
      await stores.embeds.note('desk-ada', 'https://older.example', minute(4))
      const seen = { seenOn: 'https://shop.example', seenAt: minute(5) }
      expect(await stores.embeds.find('desk-ada')).toMatchObject(seen)
      await stores.embeds.save('desk-ada', { origins: [] })
      expect(await stores.embeds.find('desk-ada')).toMatchObject(seen)
    })
  })
}
