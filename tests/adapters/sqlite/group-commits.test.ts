import { Kysely, SqliteDialect, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Connection,
  connect,
  connectToRead,
  withCachedStatements,
} from '../../../app/adapters/sqlite/database/connection.server'
import { GroupCommitDriver } from '../../../app/adapters/sqlite/database/group-commits.server'
import { Snapshot } from '../../../app/adapters/sqlite/database/snapshot.server'
import { StoreUnavailable } from '../../../app/domain/stores'
import { makePlace } from './places'

interface Tables {
  shelves: { name: string; room: number | null }
}

/** Work that takes longer than a turn of the event loop should, on any machine. */
const long = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000)
  select max(i) from n`

/** Milliseconds for which it waits for the lock of another process. */
const patience = 200

describe('commits in groups', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let connection: Connection
  let kysely: Kysely<Tables>
  /** What was carried out since the last look, in order. */
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
    const database = {
      ...statements,
      prepare(text: string) {
        done.push(text.split(' ')[0] ?? '')
        return statements.prepare(text)
      },
    }
    const dialect = new SqliteDialect({ database })
    sync = async () => undefined
    const snapshot = new Snapshot(withCachedStatements(connectToRead(place.file)))
    dialect.createDriver = () => new GroupCommitDriver(database, snapshot, () => sync(), patience)
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

  test('what is written in one turn is committed once, single statements too', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    // Preparing the statements for the first time may take longer than a turn should.
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

  test('nobody is answered before the commit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const seen: string[][] = []
    await Promise.all(['a', 'b'].map((name) => put(name).then(() => seen.push(committed()))))
    expect(seen).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('nor before the disk has it; who reads meanwhile waits for nothing and sees none of it', async () => {
    let goOn = () => {}
    sync = () =>
      new Promise((resolve) => {
        goOn = resolve
      })
    const answered: string[] = []
    const one = put('a').then(() => answered.push('put'))
    await vi.waitFor(() => expect(committed()).toEqual(['a']))
    const next = put('b').then(() => answered.push('next'))
    for (const _ of ['once', 'and again']) expect(await names()).toEqual([])
    expect(answered).toEqual([])
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

  test('what the disk fails to keep is answered as not kept, and the next works', async () => {
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

  test('one that fails takes back itself alone', async () => {
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

  test('a loop that only reads lets others have their turn', async () => {
    await put('a')
    let turns = 0
    const count = () => {
      turns += 1
      immediate = setImmediate(count)
    }
    let immediate = setImmediate(count)
    for (let time = 0; time < 4; time += 1) await long.execute(kysely)
    clearImmediate(immediate)
    expect(turns).toBeGreaterThan(2)
  })

  test('so does one that works on what it reads, however little it reads', async () => {
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

  test('those who write much do not all come at once', async () => {
    const write = () => kysely.transaction().execute((transaction) => long.execute(transaction))
    sync = () => new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([write(), write(), write()])
    expect(commits()).toBe(3)
  })

  test('a transaction that waits for something else keeps the group open, and lets nobody in', async () => {
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const long = kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('shelves').values({ name: 'long', room: null }).execute()
      await waiting
    })
    const short = put('short')
    // The group ends after the turn in which it began.
    for (const _ of ['its turn', 'the end of it']) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(done).not.toContain('commit')
    expect(await names()).toEqual([])
    goOn()
    await Promise.all([long, short])
    expect(committed()).toEqual(['long', 'short'])
    expect(commits()).toBe(2)
  })

  test('a commit that fails fails all that it held, and the next works', async () => {
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

  test('a full disk loses nothing that was answered, and can be written again', async () => {
    await put('a')
    const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(kysely)
    const full = sql.raw(String(rows[0]?.pageCount))
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

    test('what reads goes on, and what writes waits until it is free', async () => {
      const writing = put('a')
      expect(await names()).toEqual([])
      // Tried again, and nothing stands still between two tries.
      await vi.waitFor(() =>
        expect(done.filter((each) => each === 'begin').length).toBeGreaterThan(2),
      )
      other.exec('rollback')
      await writing
      expect(committed()).toEqual(['a'])
    })

    test('who has waited in vain is told, as is who comes next, and then the next goes on', async () => {
      const answers = await Promise.allSettled([put('a'), put('b')])
      for (const answer of answers) {
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
