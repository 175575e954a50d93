import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileStore } from '../../app/adapters/disk/files.server'
import { backUp, restore } from '../../app/adapters/sqlite/backup.server'
import { databaseIn } from '../../app/adapters/sqlite/data-folder.server'
import { connect } from '../../app/adapters/sqlite/database/connection.server'
import { baselineVersion, steps } from '../../app/adapters/sqlite/migrations/steps.server'
import { openStores } from '../../app/adapters/sqlite/stores.server'
import { StoreNotOpened } from '../../app/domain/stores'
import { makePlace } from '../adapters/sqlite/places'

/**
 * Archives of the demo by `npm run backup` of these versions. One named by a day was begun by the code of
 * that day; those of 22 November and of 0.1.0 have columns in the order in which they were added.
 */
const versions = join(import.meta.dirname, '../adapters/sqlite/versions')
const archives = readdirSync(versions)

type Row = Record<string, unknown>

/** The rows of each table, but those of the search and of orders' counts, which are made of them. */
function rowsIn(file: string): Map<string, Row[]> {
  const connection = connect(file)
  const rows = (sql: string) => connection.prepare(sql).all() as Row[]
  const tables = rows(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite%'
      and name not like '%search%' and name not like 'unindexed%' and name <> 'order_counts'`,
  ).map(({ name }) => String(name))
  const found = new Map(tables.map((table) => [table, rows(`select * from ${table}`)]))
  connection.close()
  return found
}

/** What a row has in these columns, whatever their order. */
const valuesOf = (row: Row, columns: readonly string[]) =>
  JSON.stringify(columns.map((column) => row[column]))

let place: Awaited<ReturnType<typeof makePlace>>
let folder: string

beforeEach(async () => {
  place = await makePlace()
  folder = join(place.folder, 'data')
})
afterEach(() => place.remove())

function unpack(archive: string) {
  mkdirSync(folder)
  execFileSync('tar', ['--extract', '--gzip', `--file=${archive}`, '-C', folder])
}

describe.each(archives)('The data of %s', (name) => {
  const archive = join(versions, name)

  test.each(['file', 'archive'])(
    'Data of an earlier version are the same after a start on their %s',
    async (from) => {
      if (from === 'file') unpack(archive)
      else await restore({ folder, archive })
      const old = join(place.folder, 'old.sqlite')
      cpSync(databaseIn(folder), old)

      const stores = await openStores({ folder })
      const desk = await stores.desks.findOldest()
      if (!desk) throw new Error('The desk is gone.')
      expect(desk).toMatchObject({ name: 'Café Morgenrot', replyWithin: '4-hours' })
      expect(desk.greeting.de).toMatch(/Café Morgenrot/)
      const members = await stores.members.list(desk.id)
      expect(members).toContainEqual(
        expect.objectContaining({ uid: 'demo-owner', kind: 'manager' }),
      )
      const counts = await stores.tickets.count(desk.id)
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(
        name === '0.3.0.tar.gz' ? 11 : 10,
      )
      const orders = Object.values(await stores.orders.count())
      const were = rowsIn(old).get('orders')
      expect(orders.reduce((sum, count) => sum + count)).toBe(were?.length)
      expect((await stores.orders.search(['marktstrasse'], 9)).orders).not.toEqual([])
      expect(await stores.entitlements.listAll(desk.id, 9)).toMatchObject([
        { productId: 'desk-plus' },
      ])
      await stores.close()
      const file = await createFileStore(join(folder, 'files')).open(
        '01234567890123456789abcdefabcdef',
      )
      expect(file).toBeDefined()

      const now = rowsIn(databaseIn(folder))
      for (const [table, rows] of rowsIn(old)) {
        const found = now.get(table) ?? []
        const columns = Object.keys(rows[0] ?? {}).filter((column) => column in (found[0] ?? {}))
        const values = found.map((row) => valuesOf(row, columns))
        expect(values, table).toEqual(
          expect.arrayContaining(rows.map((row) => valuesOf(row, columns))),
        )
      }
    },
  )
})

test('each version in the changelog has an archive, and so has the one before the first', () => {
  const released = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d+\.\d+\.\d+) /gm)
  const named = [...released].map(([, version]) => `${version}.tar.gz`)
  expect(archives).toEqual(expect.arrayContaining([...named, '0.1.0.tar.gz']))
})

test('an archive of before the baseline is refused with the version that reads it', async () => {
  unpack(join(versions, '0.1.0.tar.gz'))
  const connection = connect(databaseIn(folder))
  connection.exec(`pragma user_version = ${baselineVersion - 1}`)
  connection.close()
  const sentence = /from before 25 November 2026.* Let commit 3ea8ac37 of the program open it once/
  await expect(openStores({ folder })).rejects.toThrow(StoreNotOpened)
  await expect(openStores({ folder })).rejects.toThrow(sentence)
  const archive = join(place.folder, 'old.tar.gz')
  await backUp({ folder, archive })
  await expect(restore({ folder: join(place.folder, 'other'), archive })).rejects.toThrow(sentence)
})

test('a step that copies a table names its columns', () => {
  const sql = steps.filter((step) => typeof step === 'string').join('\n')
  const outside = sql.replaceAll(/create trigger [\s\S]*?\bend;/g, '')
  expect(outside).not.toMatch(/select \*/)
  expect(outside).not.toMatch(/insert (or \w+ )?into \w+\s+select/)
})
