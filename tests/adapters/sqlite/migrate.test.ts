import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { copyBeforeMigration, migrate } from '../../../app/adapters/sqlite/database/migrate.server'
import { migrations } from '../../../app/adapters/sqlite/database/migrations.server'
import { makePlace } from './places'

const first = 'create table shelves (id integer primary key, name text not null) strict'
const second = 'alter table shelves add column height integer not null default 30'
const rebuild = `
  create table wide_shelves (id integer primary key, name text not null) strict;
  insert into wide_shelves select id, name from shelves;
  drop table shelves;
  alter table wide_shelves rename to shelves;`

const database = '../../../app/adapters/sqlite/database'

interface Made {
  type: string
  name: string
  tbl_name: string
  sql: string | null
}

/** But the tables in which FTS5 keeps its index, which are its own to make. */
const madeIn = (connection: Connection) =>
  connection
    .prepare(
      `select type, name, tbl_name, sql from sqlite_schema
      where name not like 'search\\_index\\_%' escape '\\' order by type, name`,
    )
    .all() as Made[]

const rowsOf = (connection: Connection, table: string) =>
  connection.prepare(`select * from "${table}"`).raw().all() as unknown[][]

const tablesIn = (connection: Connection) =>
  madeIn(connection).flatMap(({ type, name }) => (type === 'table' ? [name] : []))

/** Everything that is in the file, in whatever order it came there. */
function contentOf(connection: Connection) {
  const tables = [...tablesIn(connection), 'search_index_config']
  return {
    version: connection.prepare('pragma user_version').all(),
    made: madeIn(connection),
    rows: tables.map((name) => [name, rowsOf(connection, name)]),
  }
}

/** What makes a database like this one, in an order that works. */
function statementsOf(connection: Connection): string[] {
  const made = madeIn(connection)
  const ofType = (type: string) =>
    made.flatMap((each) => (each.type === type && each.sql ? [each.sql] : []))
  const literal = (value: unknown) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
  const inserts = (into: string, rows: unknown[][]) =>
    rows.map((row) => `insert into ${into} values (${row.map(literal).join(', ')})`)
  const settings = rowsOf(connection, 'search_index_config').filter(([name]) => name !== 'version')
  return [
    ...ofType('table'),
    ...tablesIn(connection).flatMap((name) => inserts(name, rowsOf(connection, name))),
    ...inserts('search_index (search_index, rank)', settings),
    ...ofType('index'),
    ...ofType('trigger'),
  ]
}

describe('migrations', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let connection: Connection
  beforeEach(async () => {
    place = await makePlace()
    connection = connect(place.file)
  })
  afterEach(async () => {
    connection.close()
    await place.remove()
  })

  const version = () => connection.prepare('pragma user_version').all()
  const shelves = (of = connection) => of.prepare('select * from shelves').all()

  test('an empty database is brought to the newest schema, without a copy', () => {
    migrate(connection, place.file, [first, second])
    expect(version()).toEqual([{ user_version: 2 }])
    expect(existsSync(copyBeforeMigration(place.file))).toBe(false)
  })

  test('the newest schema, which an empty database gets at once, is what all steps make', async () => {
    migrate(connection, place.file)
    const schema = `${JSON.stringify(statementsOf(connection), null, 2)}\n`
    await expect(schema).toMatchFileSnapshot(`${database}/newest-schema.json`)
    const other = await makePlace()
    const atOnce = connect(other.file)
    migrate(atOnce, other.file, migrations, JSON.parse(schema))
    expect(contentOf(atOnce)).toEqual(contentOf(connection))
    atOnce.close()
    await other.remove()
  })

  test('a database of an earlier version keeps its data, and is copied as it was before', () => {
    migrate(connection, place.file, [first])
    connection.exec("insert into shelves (name) values ('Bücher')")
    migrate(connection, place.file, [first, second])
    expect(shelves()).toEqual([{ id: 1, name: 'Bücher', height: 30 }])
    const copy = connect(copyBeforeMigration(place.file))
    expect(shelves(copy)).toEqual([{ id: 1, name: 'Bücher' }])
    expect(copy.prepare('pragma user_version').all()).toEqual([{ user_version: 1 }])
    copy.close()
  })

  test('a later copy takes the place of the earlier one', () => {
    for (const steps of [[first], [first, second], [first, second, rebuild]])
      migrate(connection, place.file, steps)
    const copy = connect(copyBeforeMigration(place.file))
    expect(copy.prepare('pragma user_version').all()).toEqual([{ user_version: 2 }])
    copy.close()
  })

  test('what is done is not done again', () => {
    migrate(connection, place.file, [first, second])
    migrate(connection, place.file, [first, second])
    expect(version()).toEqual([{ user_version: 2 }])
    expect(existsSync(copyBeforeMigration(place.file))).toBe(false)
  })

  test('a step that fails leaves the database as it was before all of them', () => {
    migrate(connection, place.file, [first])
    connection.exec("insert into shelves (name) values ('Bücher')")
    const broken = 'delete from shelves; create table'
    expect(() => migrate(connection, place.file, [first, second, broken])).toThrow()
    expect(version()).toEqual([{ user_version: 1 }])
    expect(shelves()).toEqual([{ id: 1, name: 'Bücher' }])
  })

  test('rebuilding a table takes nothing along, and losing what is referred to is refused', () => {
    const books =
      'create table books (id integer primary key, shelf integer references shelves (id) on delete cascade) strict'
    migrate(connection, place.file, [first, books])
    connection.exec("insert into shelves (name) values ('Bücher'); insert into books values (1, 1)")
    migrate(connection, place.file, [first, books, rebuild])
    expect(connection.prepare('select * from books').all()).toEqual([{ id: 1, shelf: 1 }])
    const losing = 'delete from shelves'
    expect(() => migrate(connection, place.file, [first, books, rebuild, losing])).toThrow(
      'refer to nothing',
    )
    expect(shelves()).toEqual([{ id: 1, name: 'Bücher' }])
  })

  test('a database of a newer version is refused and not touched', () => {
    connection.exec(`pragma user_version = ${migrations.length + 1}`)
    expect(() => openDatabase(place.file)).toThrow(
      `is of schema ${migrations.length + 1}; this program knows ${migrations.length} at most`,
    )
    expect(version()).toEqual([{ user_version: migrations.length + 1 }])
    expect(connection.prepare('select * from sqlite_schema').all()).toEqual([])
  })
})
