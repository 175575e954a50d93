import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountGone, type Desk } from '../../app/domain/desks/desks'
import type { Week } from '../../app/domain/desks/hours'
import { foundDesk } from '../../app/domain/desks/members'
import type { Stores } from '../../app/domain/stores'
import {
  begin,
  exampleAccount,
  exampleDesk,
  minute,
  type OpenStores,
  twoDesks,
  writers,
} from './examples'

export function deskStoreContract(name: string, open: OpenStores) {
  describe(`desks in ${name}`, () => {
    let stores: Stores
    let desk: Desk
    beforeEach(async () => {
      stores = await open()
      desk = (await twoDesks(stores))[0]
    })
    afterEach(() => stores.close())

    test('a desk is found by its id and its public key as it was made', async () => {
      expect(await stores.desks.findById(desk.id)).toEqual(exampleDesk('ada'))
      expect(await stores.desks.findById('desk-ada')).toEqual(exampleDesk('ada'))
      expect(await stores.desks.findByPublicKey('key-of-ada', minute(0))).toEqual(
        exampleDesk('ada'),
      )
      expect(await stores.desks.findById('ada')).toBeUndefined()
      expect(await stores.desks.findById('desk-nobody')).toBeUndefined()
      expect(await stores.desks.findByPublicKey('ada', minute(0))).toBeUndefined()
    })

    test('an owner has one desk, however often and at once it is asked for', async () => {
      await stores.accounts.save(exampleAccount('cleo'))
      const made = await Promise.all(
        writers(open, 20).map((index) =>
          stores.desks.ensure(
            exampleDesk('cleo', { id: `desk-${index}`, publicKey: `key-${index}` }),
          ),
        ),
      )
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
      expect(await stores.desks.findById(made[0]?.id ?? '')).toEqual(made[0])
      expect(await stores.members.desksOf('cleo')).toHaveLength(1)
    })

    test('an account that is not there gets no desk', async () => {
      await expect(stores.desks.ensure(exampleDesk('dora'))).rejects.toThrow(AccountGone)
      expect(await foundDesk(stores, { uid: 'dora' }, minute(0))).toBeUndefined()
      expect(await stores.desks.findById('desk-dora')).toBeUndefined()
    })

    test('the oldest desk is the one made first', async () => {
      await stores.accounts.save(exampleAccount('cleo'))
      await stores.desks.ensure(exampleDesk('cleo', { createdAt: minute(-1) }))
      expect((await stores.desks.findOldest())?.ownerUid).toBe('cleo')
    })

    test('renaming changes the name of the owner’s desk alone', async () => {
      await stores.desks.rename('desk-ada', 'Käthe & Söhne')
      expect(await stores.desks.findById('desk-ada')).toEqual({ ...desk, name: 'Käthe & Söhne' })
      expect((await stores.desks.findById('desk-ben'))?.name).toBe('ben’s desk')
    })

    test('another key takes the place of the one before, which counts up to its time', async () => {
      const byKey = async (key: string, at = minute(0)) =>
        (await stores.desks.findByPublicKey(key, at))?.ownerUid
      await stores.desks.replaceKey('desk-ada', 'key-of-ada', 'second', minute(10))
      expect(await byKey('second', minute(99))).toBe('ada')
      expect(await byKey('key-of-ada', minute(9))).toBe('ada')
      expect(await byKey('key-of-ada', minute(10))).toBeUndefined()
      // The same form again, and one from a page that is out of date.
      await stores.desks.replaceKey('desk-ada', 'key-of-ada', 'third', minute(20))
      expect(await byKey('third')).toBeUndefined()
      await stores.desks.replaceKey('desk-ada', 'second', 'fourth', minute(0))
      expect([await byKey('fourth'), await byKey('second')]).toEqual(['ada', undefined])
      expect(await byKey('key-of-ada')).toBeUndefined()
      expect(await byKey('key-of-ben')).toBe('ben')
    })

    test('hours, exceptions, texts and retention are kept for the owner’s desk alone', async () => {
      const week: Week = [
        [
          { from: 540, to: 780 },
          { from: 840, to: 1_080 },
        ],
        [],
        [],
        [],
        [],
        [],
        [],
      ]
      const hours = { timeZone: 'Asia/Kolkata', week, replyWithin: '4-hours' } as const
      const exceptions = [
        { first: '2026-12-24', last: '2026-12-26', label: 'Käthe & Söhne feiern' },
        { first: '2026-12-31', last: '2026-12-31', slot: { from: 1_320, to: 120 }, label: '' },
      ]
      const texts = {
        greeting: { en: 'Hello' },
        away: { en: 'Back soon', de: 'Bin gleich zurück' },
        privacyLink: { en: 'https://ada.example/privacy' },
        signature: { de: 'Ihr Café' },
      }
      await stores.desks.saveHours('desk-ada', hours)
      await stores.desks.saveExceptions('desk-ada', exceptions)
      await stores.desks.saveTexts('desk-ada', texts)
      await stores.desks.saveRetention('desk-ada', 90)
      const changed = { ...desk, ...hours, exceptions, ...texts, retentionDays: 90 }
      expect(await stores.desks.findById('desk-ada')).toEqual(changed)
      expect(await stores.desks.findById('desk-ben')).toEqual(
        exampleDesk('ben', { createdAt: minute(1) }),
      )
      await stores.desks.saveHours('desk-ada', { timeZone: 'UTC' })
      await stores.desks.saveRetention('desk-ada', undefined)
      const without = { timeZone: 'UTC', week: undefined, replyWithin: undefined }
      expect(await stores.desks.findById('desk-ada')).toEqual({
        ...changed,
        ...without,
        retentionDays: undefined,
      })
    })

    test('the desks that erase what is old are listed in pieces, and no others', async () => {
      await stores.desks.saveRetention('desk-ben', 30)
      expect(await stores.desks.listRetaining('', 10)).toEqual([
        { id: 'desk-ben', retentionDays: 30 },
      ])
      await stores.desks.saveRetention('desk-ada', 365)
      const [first] = await stores.desks.listRetaining('', 1)
      expect(first).toEqual({ id: 'desk-ada', retentionDays: 365 })
      expect(await stores.desks.listRetaining('desk-ada', 1)).toEqual([
        { id: 'desk-ben', retentionDays: 30 },
      ])
    })

    test('the median of first replies counts answered tickets of the desk since a time', async () => {
      const median = () => stores.desks.medianFirstReply(desk.id, minute(0))
      const answerAfter = async (name: string, minutes: number, deskId = desk.id, from = 0) => {
        const ticket = await begin(stores.tickets, deskId, name, { createdAt: minute(from) })
        await stores.tickets.move(ticket.owner, () => ({ firstReplyAt: minute(from + minutes) }))
      }
      await begin(stores.tickets, desk.id, 'unanswered')
      expect(await median()).toBeUndefined()
      await answerAfter('quick', 1)
      expect(await median()).toBe(60_000)
      await answerAfter('slow', 100)
      expect(await median()).toBe(50.5 * 60_000)
      await answerAfter('usual', 3)
      await answerAfter('neighbour', 50, 'desk-ben')
      await answerAfter('before', 50, desk.id, -1)
      expect(await median()).toBe(3 * 60_000)
    })
  })

  test(`an empty place has no oldest desk in ${name}`, async () => {
    const stores = await open()
    expect(await stores.desks.findOldest()).toBeUndefined()
    await stores.close()
  })
}
