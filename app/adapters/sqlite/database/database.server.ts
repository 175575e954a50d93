import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { CamelCasePlugin, Kysely, SqliteDialect, sql } from 'kysely'
import { rewrite } from '../erasure/purge.server'
import { damageIn } from '../integrity.server'
import { migrate, removeCopies } from '../migrations/migrate.server'
import { openingProblem, refuseIrregular } from '../opening-problems'
import { mergeAll } from '../tickets/index.server'
import { createIndexing } from '../tickets/indexing.server'
import { busyTimeoutMs, connect, connectToRead, withCachedStatements } from './connection.server'
import { GroupCommitDriver } from './group-commits.server'
import type { Schema } from './schema.server'
import { openWriteAheadLog } from './write-ahead-log.server'

export interface Database {
  kysely: Kysely<Schema>
  /** Resolves once all messages that were added can be found. */
  indexed(): Promise<void>
  /** Throws unless the database can be read and written now (with a sync). */
  probe(): Promise<void>
  verify(): Promise<string | undefined>
  /**
   * Removes what was erased from every file of the database and from the copy before a migration.
   * Reads go on; writes wait about 6 ms per megabyte. Throws if it fails, as on a full disk.
   */
  purge(): Promise<void>
  /** Checkpoints and closes the file, after a purge if one runs; may be called twice. */
  close(): Promise<void>
}

/** Transactions after which the log is copied into the database: up to 18 pages of it each. */
const checkpointEvery = 1_000

/** Pages (256 MiB) after which a commit makes a checkpoint itself, if there was no other. */
const longestLog = 65_536

/**
 * Opens or creates the database and migrates it. Throws StoreNotOpened if the file cannot be written,
 * is no Tresen database, or one of a newer version. Open a file once per process: a second one that
 * writes would block the event loop waiting for the first. Several processes may share the file.
 */
export function openDatabase(file: string): Database {
  const { writer, reader, log } = openFile(file)
  const driver = new GroupCommitDriver({ writer, reader, sync })
  const dialect = new SqliteDialect({ database: writer })
  dialect.createDriver = () => driver
  const kysely = new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()] })
  const indexing = createIndexing(kysely)
  const closing = new AbortController()
  let closed: Promise<void> | undefined
  let transactions = 0

  async function sync(committed: number) {
    await log.sync()
    indexing.soon()
    transactions += committed
    if (transactions < checkpointEvery) return
    transactions = 0
    // Where it fails, as on a full disk, the log grows until the next succeeds.
    void driver.withoutWriting(checkpoint).catch(() => undefined)
  }

  async function checkpoint() {
    if (!closing.signal.aborted) await log.checkpoint()
  }

  async function purge() {
    removeCopies(file)
    await mergeAll(kysely, closing.signal)
    await driver.withoutWriting(async () => {
      closing.signal.throwIfAborted()
      await rewrite(file)
    })
  }

  async function close() {
    closing.abort()
    await indexing.stop()
    try {
      await sql.raw(`pragma busy_timeout = ${busyTimeoutMs.opening}`).execute(kysely)
      await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
    } finally {
      log.close()
      await kysely.destroy()
    }
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
        .executeTakeFirstOrThrow()
    },
    verify: () => damageIn(file, closing.signal),
    purge,
    close() {
      closed ??= close()
      return closed
    },
  }
}

function openFile(file: string) {
  let connection: ReturnType<typeof connect> | undefined
  try {
    mkdirSync(dirname(file), { recursive: true })
    refuseIrregular(file)
    connection = connect(file)
    migrate(connection, file)
    connection.exec(`pragma busy_timeout = ${busyTimeoutMs.open}`)
    // The driver syncs each commit itself.
    connection.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = ${longestLog}`)
    const reader = withCachedStatements(connectToRead(file))
    return { writer: withCachedStatements(connection), reader, log: openWriteAheadLog(file) }
  } catch (error) {
    connection?.close()
    throw openingProblem(error, file)
  }
}
