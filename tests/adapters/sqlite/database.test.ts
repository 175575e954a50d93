import { copyFile, mkdir, open, readdir, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  connect,
  withCachedStatements,
} from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { StoreNotOpened } from '../../../app/domain/stores'
import {
  begin,
  exampleDesk,
  exampleMessage,
  exampleSession,
  minute,
  twoDesks,
} from '../../contracts/examples'
import { makePlace } from './places'

describe('the SQLite database', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  beforeEach(async () => {
    place = await makePlace()
  })
  afterEach(() => place.remove())

  const openStores = () => {
    const database = openDatabase(place.file)
    return { ...storesOn(database), database }
  }

  test('what was kept is there after closing and opening again, and counting goes on', async () => {
    const before = openStores()
    const [desk] = await twoDesks(before)
    const { owner, ticket } = await begin(before.tickets, desk.id, 'a')
    await before.sessions.create(exampleSession('one'))
    await before.close()

    const after = openStores()
    expect(await after.desks.findById('desk-ada')).toEqual(desk)
    expect(await after.tickets.find(owner)).toEqual(ticket)
    expect(await after.sessions.find('one')).toEqual(exampleSession('one'))
    const appended = await after.tickets.append(owner, exampleMessage('later'), () => ({}))
    expect(appended).toMatchObject({ kind: 'added', message: { seq: 2 } })
    await after.close()
  })

  test('closing brings everything into the one file and may be called twice', async () => {
    const stores = openStores()
    await twoDesks(stores)
    await Promise.all([stores.close(), stores.close()])
    const moved = `${place.folder}/moved.sqlite`
    await copyFile(place.file, moved)
    const database = openDatabase(moved)
    expect(await storesOn(database).desks.findById('desk-ada')).toEqual(exampleDesk('ada'))
    await database.close()
  })

  test('a probe passes while the database can be written and fails once it is closed', async () => {
    const { database } = openStores()
    await expect(database.probe()).resolves.toBeUndefined()
    await database.close()
    await expect(database.probe()).rejects.toThrow()
  })

  test('a probe fails when the database can only be read', async () => {
    const { database } = openStores()
    await sql`pragma query_only = on`.execute(database.kysely)
    await expect(database.probe()).rejects.toThrow()
    await database.close()
  })

  test('text with a NUL comes back whole, with a mark in its place', async () => {
    const stores = openStores()
    const { desks } = stores
    await twoDesks(stores)
    await desks.rename('desk-ada', 'before\0after')
    expect((await desks.findById('desk-ada'))?.name).toBe('before\ufffdafter')
    expect(await desks.findByPublicKey('key-of-ada\0', minute(0))).toBeUndefined()
    await stores.close()
  })

  test('texts, integers and nulls come back as they were', async () => {
    const connection = connect(place.file)
    connection.exec('create table things (a text, b text, c text, d integer, e integer) strict')
    const rows = [
      { a: '"quoted"\\\r\n\u2028 \u202e', b: '', c: '[1]', d: 2 ** 53 - 1, e: null },
      { a: '🛎️ Grüße', b: 'null', c: null, d: -1, e: 0 },
    ]
    const database = withCachedStatements(connection)
    const insert = database.prepare('insert into things values (?, ?, ?, ?, ?)')
    for (const row of rows) insert.run(Object.values(row))
    const listed = 'select * from things order by d desc'
    expect(database.prepare(listed).all([])).toEqual(rows)
    expect(database.prepare(`${listed} limit 1`).all([])).toEqual(rows.slice(0, 1))
    const few = rows.map(({ a, c, e }) => ({ a, c, e }))
    expect(database.prepare('select a, c, e from things order by d desc').all([])).toEqual(few)
    const length = database.prepare('select *, length(a) as n from things order by d').all([])
    expect(length).toEqual([...rows].reverse().map((row) => ({ ...row, n: [...row.a].length })))
    database.close()
  })

  test('a boolean is bound as 1 or 0', async () => {
    const { database } = openStores()
    const { rows } = await sql`select ${true} as yes, ${false} as no`.execute(database.kysely)
    expect(rows).toEqual([{ yes: 1, no: 0 }])
    await database.close()
  })

  test('commits are synced, references are checked and what is erased is overwritten', async () => {
    // Not the opening that makes the tables: that one sets some of this again.
    await openStores().close()
    const { database } = openStores()
    for (const [pragma, column, value] of [
      ['journal_mode', 'journalMode', 'wal'],
      // The log is synced beside the event loop; see write-ahead-log.server.ts.
      ['synchronous', 'synchronous', 1],
      ['foreign_keys', 'foreignKeys', 1],
      ['secure_delete', 'secureDelete', 1],
      ['trusted_schema', 'trustedSchema', 0],
      ['busy_timeout', 'timeout', 5],
    ] as const) {
      const { rows } = await sql`pragma ${sql.raw(pragma)}`.execute(database.kysely)
      expect(rows).toEqual([{ [column]: value }])
    }
    await database.close()
  })

  test('only its owner may read the file', async () => {
    const { close } = openStores()
    expect((await stat(place.file)).mode & 0o077).toBe(0)
    await close()
  })

  test('a file that is no database is refused and left as it is', async () => {
    await writeFile(place.file, 'Dear diary, '.repeat(500))
    expect(openStores).toThrow(StoreNotOpened)
    expect(openStores).toThrow('is not a database. It is left as it is')
    expect(await readdir(place.folder)).toEqual([basename(place.file)])
  })

  test('a database of another program is refused and left as it is', async () => {
    const connection = connect(place.file)
    connection.exec('create table notes (body text)')
    expect(openStores).toThrow(StoreNotOpened)
    expect(openStores).toThrow('of another program')
    expect(connection.prepare('select name from sqlite_schema').all()).toEqual([{ name: 'notes' }])
    connection.close()
  })

  test('a folder where the file should be, and a damaged file, are refused in a sentence', async () => {
    await mkdir(place.file)
    expect(openStores).toThrow(StoreNotOpened)
    await rmdir(place.file)
    await openStores().close()
    const file = await open(place.file, 'r+')
    await file.write(Buffer.alloc(3_000, 0xab), 0, 3_000, 100)
    await file.close()
    expect(openStores).toThrow(StoreNotOpened)
    expect(openStores).toThrow('is damaged')
  })

  test('damage in the file is found, and none where there is none', async () => {
    await openStores().close()
    const connection = connect(place.file)
    connection.exec(`
      create table ballast (bytes blob) strict;
      with recursive pages (page) as (values (1) union all select page + 1 from pages limit 100)
      insert into ballast select randomblob(3000) from pages`)
    connection.close()
    const sound = openStores()
    expect(await sound.verify()).toBeUndefined()
    await sound.close()

    const file = await open(place.file, 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.alloc(5 * 4_096, 0xab), 0, 5 * 4_096, size - 10 * 4_096)
    await file.close()
    const damaged = openStores()
    expect(await damaged.verify()).toBeTruthy()
    await damaged.close()
  })
})
