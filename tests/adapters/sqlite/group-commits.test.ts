import { Kysely, SqliteDialect, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Connection,
  connect,
  connectToRead,
  withCachedStatements,
} from '../../../app/adapters/sqlite/database/connection.server'
import { GroupCommitDriver } from '../../../app/adapters/sqlite/database/group-commits.server'
import { StoreUnavailable } from '../../../app/domain/stores'
import { awaitedLater } from '../../support/awaited-later'
import { makePlace } from './places'

interface Tables {
  shelves: { name: string; room: number | null }
}

/** Takes longer than one event-loop tick may, on any machine. */
const longStatement = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000)
  select max(i) from n`

describe('group commits', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let connection: Connection
  let kysely: Kysely<Tables>
  /** The first words of the statements that the connection that writes was given. */
  let done: string[]
  let sync: () => Promise<void>
  beforeEach(async () => {
    place = await makePlace()
    connection = connect(place.file)
    connection.exec(`
      create table rooms (id integer primary key) strict;
      create table shelves (
        name text primary key,
        room integer references rooms (id) deferrable initially deferred
      ) strict`)
    done = []
    const statements = withCachedStatements(connection)
    const writer = {
      ...statements,
      prepare(text: string) {
        done.push(text.split(' ')[0] ?? '')
        return statements.prepare(text)
      },
    }
    const dialect = new SqliteDialect({ database: writer })
    sync = async () => undefined
    const reader = withCachedStatements(connectToRead(place.file))
    dialect.createDriver = () => new GroupCommitDriver({ writer, reader, sync: () => sync() })
    kysely = new Kysely<Tables>({ dialect })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await kysely.destroy()
    await place.remove()
  })

  const put = (name: string, room: number | null = null) =>
    kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('shelves').values({ name, room }).execute()
      if (name === 'refused') throw new Error('on second thoughts')
    })
  const names = async () => {
    const rows = await kysely.selectFrom('shelves').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  }
  /** What another process sees. */
  const committed = () => {
    const other = connect(place.file)
    const rows = other
      .prepare('select name from shelves order by name')
      .all() as Tables['shelves'][]
    other.close()
    return rows.map(({ name }) => name)
  }
  const commits = () => done.filter((statement) => statement === 'commit').length

  test('transactions of one event-loop tick share one commit, as do statements outside one', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    // Preparing the statements for the first time may take longer than a tick may.
    await put('refused').catch(() => undefined)
    done = []
    await Promise.all([
      ...['a', 'b', 'c'].map((name) => put(name)),
      kysely.insertInto('shelves').values({ name: 'd', room: null }).execute(),
      kysely.updateTable('shelves').set({ room: null }).where('name', '=', 'a').execute(),
    ])
    expect(commits()).toBe(1)
    expect(committed()).toEqual(['a', 'b', 'c', 'd'])
    await put('e')
    expect(commits()).toBe(2)
  })

  test('no transaction resolves before the commit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const seen: string[][] = []
    await Promise.all(['a', 'b'].map((name) => put(name).then(() => seen.push(committed()))))
    expect(seen).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('nor before the sync; reads go on meanwhile and see none of it', async () => {
    let goOn = () => {}
    sync = () =>
      new Promise((resolve) => {
        goOn = resolve
      })
    const resolved: string[] = []
    const one = awaitedLater(put('a').then(() => resolved.push('one')))
    await vi.waitFor(() => expect(committed()).toEqual(['a']))
    const next = awaitedLater(put('b').then(() => resolved.push('next')))
    for (const _ of ['once', 'and again']) expect(await names()).toEqual([])
    expect(resolved).toEqual([])
    expect(done.at(-1)).toBe('commit')
    goOn()
    await one
    expect(await names()).toEqual(['a'])
    await vi.waitFor(() => expect(commits()).toBe(2))
    expect(await names()).toEqual(['a'])
    goOn()
    await next
    expect(await names()).toEqual(['a', 'b'])
  })

  test('a sync that fails rejects all of its transactions, and the next works', async () => {
    sync = async () => {
      throw new StoreUnavailable('EIO', undefined)
    }
    const answers = await Promise.allSettled([put('a'), put('b')])
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'EIO' } })
    sync = async () => undefined
    await put('c')
    expect(committed()).toContain('c')
  })

  test('a transaction that fails rolls back alone', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const answers = await Promise.allSettled([put('a'), put('refused'), put('a'), put('b')])
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(committed()).toEqual(['a', 'b'])
    expect(commits()).toBe(1)
  })

  test('a loop that only reads leaves the event loop to others', async () => {
    await put('a')
    let ticks = 0
    const count = () => {
      ticks += 1
      immediate = setImmediate(count)
    }
    let immediate = setImmediate(count)
    for (let time = 0; time < 4; time += 1) await longStatement.execute(kysely)
    clearImmediate(immediate)
    expect(ticks).toBeGreaterThan(2)
  })

  test('so does one that works long on what it reads', async () => {
    await put('a')
    vi.useFakeTimers({ toFake: ['performance'] })
    const next = vi.fn()
    const immediate = setImmediate(next)
    await names()
    expect(next).not.toHaveBeenCalled()
    vi.advanceTimersByTime(25)
    await names()
    expect(next).toHaveBeenCalledOnce()
    clearImmediate(immediate)
  })

  test('transactions that take long do not share one tick', async () => {
    const write = () =>
      kysely.transaction().execute((transaction) => longStatement.execute(transaction))
    sync = () => new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([write(), write(), write()])
    expect(commits()).toBe(3)
  })

  test('a transaction that waits for something else keeps others waiting, and reads going on', async () => {
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const open = kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('shelves').values({ name: 'long', room: null }).execute()
      await waiting
    })
    const both = awaitedLater(Promise.all([open, put('short')]))
    // The group ends after the tick in which it began.
    for (const _ of ['its tick', 'the end of it']) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(done).not.toContain('commit')
    expect(await names()).toEqual([])
    goOn()
    await both
    expect(committed()).toEqual(['long', 'short'])
  })

  test('a commit that fails rejects all of its transactions, and the next works', async () => {
    const answers = await Promise.allSettled([put('a'), put('b', 404), put('c'), names()])
    expect(answers.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(answers[3]).toMatchObject({ value: [] })
    await put('d')
    expect(committed()).toEqual(['d'])
  })

  test('a full disk loses nothing that was acknowledged, and can be written again', async () => {
    await put('a')
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(kysely)
    const full = sql.raw(String(rows[0]?.page_count))
    await sql`pragma max_page_count = ${full}`.execute(kysely)
    const tried = ['b', 'x'.repeat(100_000), 'c']
    const answers = await Promise.allSettled(tried.map((name) => put(name)))
    expect(answers[1]).toMatchObject({
      status: 'rejected',
      reason: expect.any(StoreUnavailable),
    })
    const kept = tried.filter((_, index) => answers[index]?.status === 'fulfilled')
    expect(committed()).toEqual(['a', ...kept])
    await sql`pragma max_page_count = 1000000`.execute(kysely)
    await put('d')
    expect(committed()).toContain('d')
  })

  describe('while another process holds the lock', () => {
    let other: Connection
    beforeEach(async () => {
      other = connect(place.file)
      await sql`pragma busy_timeout = 0`.execute(kysely)
      other.exec('begin immediate')
    })
    afterEach(() => other.close())

    test('reads go on, and writes wait until it is free', async () => {
      const writing = awaitedLater(put('a'))
      expect(await names()).toEqual([])
      // The event loop goes on between two tries.
      await vi.waitFor(() =>
        expect(done.filter((each) => each === 'begin').length).toBeGreaterThan(2),
      )
      other.exec('rollback')
      await writing
      expect(committed()).toEqual(['a'])
    })

    test('after a timeout the next has one try, until one succeeds', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const answers = Promise.allSettled([put('a'), put('b')])
      await vi.waitFor(() => expect(done).toContain('begin'))
      vi.advanceTimersByTime(5_000)
      for (const answer of await answers) {
        expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_BUSY' } })
      }
      const tries = done.filter((each) => each === 'begin').length
      await expect(put('c')).rejects.toThrow(StoreUnavailable)
      expect(done.filter((each) => each === 'begin').length).toBe(tries + 1)
      other.exec('rollback')
      await put('d')
      expect(committed()).toEqual(['d'])
    })
  })
})
