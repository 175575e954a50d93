import { describe, expect, test } from 'vitest'
import { eraseAccount, exampleLogEntry, minute, type OpenStores } from './examples'
import { stores, useTwoDesks } from './two-desks'

export function auditLogContract(name: string, open: OpenStores) {
  describe(`the audit log in ${name}`, () => {
    useTwoDesks(open)

    const add = (id: string, at: number, deskId = 'desk-ada') =>
      stores.auditLog.add(exampleLogEntry(deskId, id, { at: minute(at) }))
    const ids = async (limit: number, after?: string) => {
      const { entries, next } = await stores.auditLog.list('desk-ada', limit, after)
      return [entries.map(({ id }) => id).join(''), next]
    }

    test('is read latest first, page by page, each desk its own', async () => {
      for (const [at, id] of ['a', 'b', 'c'].entries()) await add(id, at)
      await add('d', 9, 'desk-ben')
      expect(await ids(2)).toEqual(['cb', 'b'])
      expect(await ids(2, 'b')).toEqual(['a', undefined])
      expect(await ids(3)).toEqual(['cba', undefined])
      expect(await ids(3, 'a')).toEqual(['', undefined])
      expect(await stores.auditLog.list('nowhere', 9)).toEqual({ entries: [], next: undefined })
    })

    test('has of an entry what was given', async () => {
      const price = { event: 'price', about: 'Brot', priceBefore: 250, priceAfter: 0 } as const
      const entries = [exampleLogEntry('desk-ada', 'b', price), exampleLogEntry('desk-ada', 'a')]
      for (const entry of entries) await stores.auditLog.add(entry)
      expect((await stores.auditLog.list('desk-ada', 9)).entries).toEqual(entries)
    })

    test('forgets old entries in pieces, and all with the desk', async () => {
      for (const [at, id] of ['a', 'b', 'c'].entries()) await add(id, at)
      await add('d', 1, 'desk-ben')
      expect(await stores.auditLog.removeOlder(minute(2), 2)).toBe(2)
      expect(await stores.auditLog.removeOlder(minute(2), 2)).toBe(1)
      expect(await stores.auditLog.removeOlder(minute(2), 2)).toBe(0)
      expect(await ids(9)).toEqual(['c', undefined])
      await eraseAccount(stores, 'ada')
      expect((await stores.auditLog.list('desk-ada', 9)).entries).toEqual([])
      expect(await stores.auditLog.removeOlder(minute(99), 9)).toBe(0)
    })
  })
}
