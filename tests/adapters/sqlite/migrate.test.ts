import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { generation } from '../../../app/adapters/firestore/database/generation.server'
import { type Connection, connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import {
  copyBeforeMigration,
  migrate,
} from '../../../app/adapters/sqlite/migrations/migrate.server'
import { baselineVersion, steps } from '../../../app/adapters/sqlite/migrations/steps.server'
import { StoreNotOpened } from '../../../app/domain/stores'
import { makePlace } from './places'

test('Firestore’s generation is the newest schema, since an older program must stop for the same changes', () => {
  expect(generation).toBe(baselineVersion + steps.length - 1)
})

const first = 'create table shelves (id integer primary key, name text not null) strict'
const second = 'alter table shelves add column height integer not null default 30'
const rebuild = `
  create table wide_shelves (id integer primary key, name text not null) strict;
  insert into wide_shelves select id, name from shelves;
  drop table shelves;
  alter table wide_shelves rename to shelves;`

const newest = (steps: readonly unknown[]) => ({ user_version: baselineVersion + steps.length - 1 })

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
    expect(version()).toEqual([newest([first, second])])
    expect(existsSync(copyBeforeMigration(place.file))).toBe(false)
  })

  test('a database of an earlier version keeps its data, and is copied as it was before', () => {
    migrate(connection, place.file, [first])
    connection.exec("insert into shelves (name) values ('Bücher')")
    migrate(connection, place.file, [first, second])
    expect(shelves()).toEqual([{ id: 1, name: 'Bücher', height: 30 }])
    const copy = connect(copyBeforeMigration(place.file))
    expect(shelves(copy)).toEqual([{ id: 1, name: 'Bücher' }])
    expect(copy.prepare('pragma user_version').all()).toEqual([newest([first])])
    copy.close()
  })

  test('a later copy takes the place of the earlier one', () => {
    for (const some of [[first], [first, second], [first, second, rebuild]])
      migrate(connection, place.file, some)
    const copy = connect(copyBeforeMigration(place.file))
    expect(copy.prepare('pragma user_version').all()).toEqual([newest([first, second])])
    copy.close()
  })

  test('what is done is not done again', () => {
    migrate(connection, place.file, [first, second])
    migrate(connection, place.file, [first, second])
    expect(version()).toEqual([newest([first, second])])
    expect(existsSync(copyBeforeMigration(place.file))).toBe(false)
  })

  test('a step that fails leaves the database as it was before all of them', () => {
    migrate(connection, place.file, [first])
    connection.exec("insert into shelves (name) values ('Bücher')")
    const broken = 'delete from shelves; create table'
    expect(() => migrate(connection, place.file, [first, second, broken])).toThrow()
    expect(version()).toEqual([newest([first])])
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

  test.each([
    [
      'newer',
      baselineVersion + steps.length,
      `knows ${baselineVersion + steps.length - 1} at most`,
    ],
    ['older than the baseline', baselineVersion - 1, `${baselineVersion} is the oldest`],
  ])(
    'a database of a version %s is refused in a sentence and not touched',
    (_, found, sentence) => {
      connection.exec(`pragma user_version = ${found}`)
      expect(() => openDatabase(place.file)).toThrow(StoreNotOpened)
      expect(() => openDatabase(place.file)).toThrow(sentence)
      expect(version()).toEqual([{ user_version: found }])
      expect(connection.prepare('select * from sqlite_schema').all()).toEqual([])
    },
  )
})
