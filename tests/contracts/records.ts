import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditLogKind } from '../../app/domain/desks/audit-log-records'
import { entitlementKind } from '../../app/domain/desks/entitlement-records'
import { mailAliasKind } from '../../app/domain/mail-in/alias-records'
import type { MailAlias } from '../../app/domain/mail-in/aliases'
import { mailKind, type StoredMail } from '../../app/domain/outbox/mail-records'
import { beginMail } from '../../app/domain/outbox/mails'
import {
  add,
  type Change,
  changed,
  created,
  mostChanges,
  type Records,
  removed,
  Taken,
} from '../../app/domain/records/records'
import type { Stores } from '../../app/domain/stores'
import { savedReplyKind } from '../../app/domain/tickets/saved-reply-records'
import { begin, exampleLogEntry, exampleMail, minute, twoDesks } from './examples'
import { exampleReply } from './saved-replies'

export interface RecordStores {
  records: Records
  stores: Stores
}

export function recordsContract(name: string, open: () => Promise<RecordStores>) {
  describe(`records in ${name}`, () => {
    let records: Records
    let stores: Stores
    let deskId: string
    beforeEach(async () => {
      ;({ records, stores } = await open())
      deskId = (await twoDesks(stores))[0].id
    })
    afterEach(() => stores.close())

    const alias = (called: string, chosen = 0): MailAlias => ({
      name: called,
      deskId,
      chosenAt: minute(chosen),
    })
    const write = (...changes: Change[]) =>
      records.commit([], async () => ({ result: undefined, changes }))
    const entries = (...ids: string[]) =>
      Promise.all(ids.map((id) => add(records, auditLogKind, exampleLogEntry(deskId, id))))
    const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)

    test('a record comes back as it was written, every kind of cell', async () => {
      const reply = exampleReply('hi', { deskId, text: { en: 'a\nb', de: '„ä“ 🥐' } })
      const entry = exampleLogEntry(deskId, 'a', { priceBefore: 250, priceAfter: 0, about: 'Brot' })
      await write(created(savedReplyKind, reply), created(auditLogKind, entry))
      expect(await records.get(savedReplyKind, deskId, 'hi')).toStrictEqual(reply)
      expect(await records.get(auditLogKind, 'a')).toEqual(entry)
    })

    test('an optional field that is missing is not there', async () => {
      await entries('a')
      expect(Object.keys((await records.get(auditLogKind, 'a')) ?? {})).not.toContain('about')
      expect(await records.get(auditLogKind, 'b')).toBeUndefined()
    })

    test('a record that is there already is refused, and nothing of its commit is kept', async () => {
      await write(created(mailAliasKind, alias('cafe')))
      const both = [created(mailAliasKind, alias('bar')), created(mailAliasKind, alias('cafe', 9))]
      await expect(write(...both)).rejects.toBeInstanceOf(Taken)
      expect(await records.get(mailAliasKind, 'bar')).toBeUndefined()
      expect(await records.get(mailAliasKind, 'cafe')).toEqual(alias('cafe'))
    })

    test('a change writes what differs, and a field that is gone is gone', async () => {
      const entry = exampleLogEntry(deskId, 'a', { about: 'Brot', priceBefore: 250 })
      await add(records, auditLogKind, entry)
      await records.commit([], async (read) => {
        const before = await read.get(auditLogKind, 'a')
        if (!before) throw new Error('It is not there')
        const after = { ...before, about: undefined, priceBefore: 300 }
        return { result: undefined, changes: [changed(auditLogKind, before, after)] }
      })
      const { about: _, ...rest } = entry
      expect(await records.get(auditLogKind, 'a')).toEqual({ ...rest, priceBefore: 300 })
    })

    test('a record is removed by what was read of it', async () => {
      await entries('a', 'b')
      await records.commit([], async (read) => {
        const found = await read.list(auditLogKind, 'ofDesk', { deskId })
        return { result: undefined, changes: found.map((each) => removed(auditLogKind, each)) }
      })
      expect(await records.list(auditLogKind, 'ofDesk', { deskId })).toEqual([])
    })

    test('a change begins with what its commit has read, or is refused', async () => {
      await add(records, mailAliasKind, alias('cafe'))
      const stale = alias('cafe')
      await expect(write(removed(mailAliasKind, stale))).rejects.toThrow('has not read')
      expect(await records.get(mailAliasKind, 'cafe')).toEqual(stale)
    })

    test('a commit of too many changes is refused', async () => {
      const many = Array.from({ length: mostChanges + 1 }, (_, index) =>
        created(mailAliasKind, alias(`name-${index}`)),
      )
      await expect(write(...many)).rejects.toThrow(`More than ${mostChanges}`)
      expect(await records.list(mailAliasKind, 'ofDesk', { deskId })).toEqual([])
    })

    test('a commit that throws writes nothing', async () => {
      const failing = records.commit([], async (read) => {
        await read.get(mailAliasKind, 'cafe')
        throw new Error('Not today')
      })
      await expect(failing).rejects.toThrow('Not today')
    })

    test('commits at once that decide by what they read are each decided by the other', async () => {
      await add(records, mailAliasKind, alias('cafe'))
      const later = (by: number) =>
        records.commit(['alias cafe'], async (read) => {
          const before = await read.get(mailAliasKind, 'cafe')
          if (!before) throw new Error('It is not there')
          const chosenAt = new Date(before.chosenAt.getTime() + by)
          return { result: by, changes: [changed(mailAliasKind, before, { ...before, chosenAt })] }
        })
      expect(await Promise.all([1, 2, 3, 4].map(later))).toEqual([1, 2, 3, 4])
      const { chosenAt } = (await records.get(mailAliasKind, 'cafe')) ?? alias('', 0)
      expect(chosenAt.getTime() - minute(0).getTime()).toBe(10)
    })

    test('a list has its own records alone, in its order, ties by key', async () => {
      await write(
        created(mailAliasKind, alias('b', 1)),
        created(mailAliasKind, alias('a', 1)),
        created(mailAliasKind, alias('c', 2)),
        created(mailAliasKind, { ...alias('d', 3), deskId: 'desk-ben' }),
      )
      const found = await records.list(mailAliasKind, 'ofDesk', { deskId })
      expect(found.map((each) => each.name)).toEqual(['c', 'a', 'b'])
    })

    const mail = (key: string, more: Partial<StoredMail> = {}): StoredMail => ({
      ...beginMail({ key, kind: 'order-news', recordId: key, deskId, dueAt: minute(2) }, minute(1)),
      ...more,
    })
    const keysOf = (found: ({ key: string } | undefined)[]) => found.map((each) => each?.key)

    test('several are read by their keys at once, in that order', async () => {
      await write(created(mailKind, mail('a')), created(mailKind, mail('b')))
      const asked = ['b', 'none', 'a']
      expect(keysOf(await records.all(mailKind, asked))).toEqual(['b', undefined, 'a'])
      expect(await records.all(mailKind, [])).toEqual([])
      await stores.erasure.hideAccount('ada', 'sealed', minute(1))
      expect(keysOf(await records.all(mailKind, asked))).toEqual([undefined, undefined, undefined])
      const seen = await records.commit([], async (read) => ({
        result: await read.all(mailKind, asked),
      }))
      expect(keysOf(seen)).toEqual(['b', undefined, 'a'])
    })

    test('a list is asked for a missing field, for any of several values, and for some alone', async () => {
      const kind = 'order-news'
      await write(
        created(mailKind, mail('a')),
        created(mailKind, mail('b', { reader: 'cleo' })),
        created(mailKind, mail('c', { reader: 'dora', state: 'sent' })),
      )
      const waiting = (reader: StoredMail['reader'] | string[]) => {
        const range = { where: { state: 'due' }, until: minute(9) } as const
        return records.list(mailKind, 'waiting', { deskId, kind, reader }, range)
      }
      expect(keysOf(await waiting(undefined))).toEqual(['a'])
      expect(keysOf(await waiting(['cleo', 'dora']))).toEqual(['b'])
      const whole = { where: { state: ['sent', 'failed'] } } as const
      expect(
        keysOf(await records.list(mailKind, 'waiting', { deskId, kind, reader: 'dora' }, whole)),
      ).toEqual(['c'])
      const [before] = await records.list(mailKind, 'waiting', { deskId, kind, reader: 'cleo' })
      await records.commit([], async (read) => {
        const found = await read.get(mailKind, before?.key ?? '')
        if (!found) throw new Error('It is not there')
        const after = { ...found, reader: undefined }
        return { result: undefined, changes: [changed(mailKind, found, after)] }
      })
      expect(keysOf(await waiting(undefined))).toEqual(['a', 'b'])
      expect(await waiting('cleo')).toEqual([])
    })

    test('a second field decides between records of one value', async () => {
      const { ticket } = await begin(stores.tickets, deskId, 'a')
      const about = (key: string, seq: number) => {
        const planned = { ...exampleMail(ticket, key, { seq }), dueAt: minute(2) }
        return created(mailKind, beginMail(planned, minute(1)))
      }
      await write(about('a', 1), about('b', 3), about('c', 2))
      const by = { ticketId: ticket.id, kind: 'owner-news' } as const
      for (const range of [{}, { limit: 9 }])
        expect(keysOf(await records.list(mailKind, 'ofTicket', by, range))).toEqual(['b', 'c', 'a'])
    })

    test('a list is read on where a page has ended', async () => {
      await entries('a', 'b', 'c', 'd')
      const page = (after?: string) =>
        records.list(auditLogKind, 'ofDesk', { deskId }, { limit: 2, after })
      expect(idsOf(await page())).toEqual(['d', 'c'])
      expect(idsOf(await page('c'))).toEqual(['b', 'a'])
      expect(await page('a')).toEqual([])
    })

    test('a list of equal values is read on after a record', async () => {
      const plan = (id: string, orderId: string, until: number) => {
        const times = { from: minute(0), until: minute(until), createdAt: minute(0) }
        return { id, deskId, orderId, productId: 'plus', grants: {}, ...times }
      }
      const plans = [plan('1', 'c', 5), plan('2', 'a', 5), plan('3', 'b', 5), plan('4', 'd', 3)]
      await write(...plans.map((each) => created(entitlementKind, each)))
      const [, second] = await records.list(entitlementKind, 'ending', {}, { limit: 2 })
      const rest = await records.list(entitlementKind, 'ending', {}, { limit: 9, after: second })
      expect([second?.id, ...idsOf(rest)]).toEqual(['2', '3', '1'])
    })

    test('a range begins with its first value and ends before its last', async () => {
      for (const at of [1, 2, 3, 4])
        await add(records, auditLogKind, exampleLogEntry(deskId, String(at), { at: minute(at) }))
      const between = { from: minute(2), until: minute(4), limit: 9 }
      expect(idsOf(await records.list(auditLogKind, 'byAge', {}, between))).toEqual(['2', '3'])
    })

    test('what is cleared is a bounded number, the first of the list', async () => {
      for (const at of [3, 1, 2])
        await add(records, auditLogKind, exampleLogEntry(deskId, String(at), { at: minute(at) }))
      const old = { until: minute(3), limit: 1 }
      expect(await records.clear(auditLogKind, 'byAge', {}, old)).toBe(1)
      expect(idsOf(await records.list(auditLogKind, 'byAge', {}, { limit: 9 }))).toEqual(['2', '3'])
      expect(await records.clear(auditLogKind, 'byAge', {}, { ...old, limit: 9 })).toBe(1)
      expect(await records.clear(auditLogKind, 'byAge', {}, old)).toBe(0)
    })

    test('records of a desk that is being erased are hidden, and a commit still sees them', async () => {
      await entries('a')
      await add(records, mailAliasKind, alias('cafe'))
      await stores.erasure.hideAccount('ada', 'sealed', minute(1))
      expect(await records.get(mailAliasKind, 'cafe')).toBeUndefined()
      expect(await records.list(mailAliasKind, 'ofDesk', { deskId })).toEqual([])
      const others = exampleLogEntry('desk-ben', 'b')
      await add(records, auditLogKind, others)
      expect(await records.list(auditLogKind, 'byAge', {}, { limit: 9 })).toEqual([others])
      expect(await records.get(auditLogKind, 'b')).toEqual(others)
      const seen = await records.commit([], async (read) => ({
        result: await read.get(mailAliasKind, 'cafe'),
      }))
      expect(seen).toEqual(alias('cafe'))
    })
  })
}
