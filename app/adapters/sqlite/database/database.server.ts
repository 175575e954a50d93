import { Kysely, SqliteDialect, sql } from 'kysely'
import { createIndexing } from '../tickets/indexing.server'
import {
  connect,
  connectToRead,
  fieldNames,
  lockWait,
  withCachedStatements,
} from './connection.server'
import { GroupCommitDriver } from './group-commits.server'
import { damageIn } from './integrity.server'
import { DriverAdapter } from './lease.server'
import { type Log, openLog } from './log.server'
import { migrate, removeCopies } from './migrate.server'
import { migrations } from './migrations.server'
import newestSchema from './newest-schema.json'
import { mergeSearchIndex, rewrite } from './purge.server'
import type { Schema } from './schema.server'
import { Snapshot } from './snapshot.server'

export interface Database {
  kysely: Kysely<Schema>
  /** Resolves once all messages that were added can be found. */
  indexed(): Promise<void>
  /** Throws unless the database can be read and written now (with a sync). */
  probe(): Promise<void>
  verify(): Promise<string | undefined>
  /**
   * Removes what was erased from every file of the database, including the copy made before the
   * last migration. Reads go on; writes wait about 6 ms per megabyte. Throws if it fails, as when
   * the disk is full or the database closes meanwhile; the data stays safe.
   */
  purge(): Promise<void>
  /** Checkpoints and closes the file, ending a purge if one runs; may be called twice. */
  close(): Promise<void>
}

/** Pages (64 MiB) after which a commit makes a checkpoint of its own, if there was no other. */
const longestLog = 16_384

/**
 * Pages of the log, by `pagesOf`, at which it is copied, and at which writing waits for that. The end of
 * a copy holds up all writing: rarely enough that it is one message in two hundred.
 */
const copied = { from: 8_000, atMost: 15_000 }

/** What a commit adds to the log: messages take 18 pages alone, and 135 where 48 share one; the index of 250 some 150. */
function pagesOf(transactions: number): number {
  return 14 + 5 * transactions
}

/**
 * Opens or creates the database and migrates it. Throws if the file is not a database, or one of a
 * newer version. Open a file once per process: a second one that writes would block the event loop
 * waiting for the first. Several processes may share the file.
 */
export function openDatabase(file: string): Database {
  const connection = connect(file)
  try {
    migrate(connection, file, migrations, newestSchema)
    connection.exec(`pragma busy_timeout = ${lockWait.open}`)
    connection.exec(`pragma wal_autocheckpoint = ${longestLog}`)
    // The driver syncs each commit itself.
    connection.exec('pragma synchronous = normal')
  } catch (error) {
    connection.close()
    throw error
  }
  const database = withCachedStatements(connection)
  const log = openLog(file)
  const snapshot = new Snapshot(withCachedStatements(connectToRead(file)))
  const driver = new GroupCommitDriver(database, snapshot, sync)
  const dialect = new SqliteDialect({ database })
  dialect.createDriver = () => driver
  dialect.createAdapter = () => new DriverAdapter(driver)
  const kysely = new Kysely<Schema>({ dialect, plugins: [fieldNames] })
  const indexing = createIndexing(kysely)
  const closing = new AbortController()
  let purging: Promise<void> | undefined
  let pages = 0
  let stopWriting = () => {}
  let closed: Promise<void> | undefined

  async function sync(transactions: number) {
    await log.sync()
    indexing.soon()
    const before = pages
    pages += pagesOf(transactions)
    const passed = (limit: number) => before < limit && pages >= limit
    if (passed(copied.from)) void checkpoint()
    if (passed(copied.atMost)) stopWriting()
  }

  /**
   * Most while others go on writing; then they wait for the little that they wrote meanwhile. Where
   * they write as much again, they wait for all of it: the log stays bounded however slow the copy is.
   */
  async function checkpoint() {
    const enough = new Promise<void>((resolve) => {
      stopWriting = resolve
    })
    const copying = copyLog()
    await Promise.race([copying, enough])
    await driver.withoutWriting(async () => {
      await copying
      await copyLog()
    })
    pages = 0
  }

  async function copyLog() {
    if (!closing.signal.aborted) await log.checkpoint()
  }

  async function purge() {
    removeCopies(file)
    await mergeSearchIndex(kysely, closing.signal)
    await driver.withoutWriting(() => rewrite(file))
  }

  indexing.soon()
  return {
    kysely,
    indexed: indexing.now,
    async probe() {
      await kysely
        .updateTable('probe')
        // Written and synced, though it stays what it was: a probe is a GET.
        .set((column) => ({ beats: column.ref('beats') }))
        .returning('beats')
        .executeTakeFirstOrThrow()
    },
    verify: () => damageIn(file, kysely, closing.signal),
    purge() {
      purging ??= purge().finally(() => {
        purging = undefined
      })
      return purging
    },
    close() {
      closing.abort()
      closed ??= Promise.all([indexing.stop(), purging?.catch(() => undefined)]).then(() =>
        close(kysely, log),
      )
      return closed
    },
  }
}

async function close(kysely: Kysely<Schema>, log: Log) {
  try {
    await log.close()
    await sql.raw(`pragma busy_timeout = ${lockWait.opening}`).execute(kysely)
    await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
  } finally {
    await kysely.destroy()
  }
}
