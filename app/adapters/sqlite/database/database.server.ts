import { CamelCasePlugin, Kysely, SqliteDialect, SqliteDriver, sql } from 'kysely'
import { connect, withCachedStatements } from './connection.server'
import { GroupCommitDriver } from './group-commits.server'
import { damageIn } from './integrity.server'
import { migrate, removeCopies } from './migrate.server'
import { mergeSearchIndex, rewrite } from './purge.server'
import type { Schema } from './schema.server'

export interface Database {
  kysely: Kysely<Schema>
  /** Throws unless the database can be read and written now; what it writes is synced. */
  probe(): Promise<void>
  /** Returns what is damaged in the file; see `damageIn`. */
  verify(): Promise<string | undefined>
  /**
   * Takes what was erased out of every file of the database, the copy from before its last migration
   * included. Reading goes on meanwhile; writing waits while the file is written again, which takes
   * about 6 ms a megabyte. Throws if it cannot, as when the disk is full or the database is closed
   * meanwhile; what is kept is safe either way.
   */
  purge(): Promise<void>
  /** Brings everything into the one file and lets go of it, a purge included; may be called twice. */
  close(): Promise<void>
}

/**
 * Opens the database, makes it if there is none, and brings its tables up to date. Throws if the
 * file is no database, or one of a newer version than this program. A process opens a file once: a
 * second connection would wait for the first without letting it go on. Several processes may share it.
 */
export function openDatabase(file: string): Database {
  const connection = connect(file)
  try {
    migrate(connection, file)
  } catch (error) {
    connection.close()
    throw error
  }
  const database = withCachedStatements(connection)
  const driver = new GroupCommitDriver(new SqliteDriver({ database }))
  const dialect = new SqliteDialect({ database })
  dialect.createDriver = () => driver
  const kysely = new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()] })
  const closing = new AbortController()
  let purging: Promise<void> | undefined
  let closed: Promise<void> | undefined

  async function purge() {
    removeCopies(file)
    await mergeSearchIndex(kysely, closing.signal)
    await driver.withoutWriting(() => rewrite(file))
  }

  return {
    kysely,
    async probe() {
      await kysely
        .updateTable('probe')
        .set((column) => ({ beats: column('beats', '+', 1) }))
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
      closed ??= Promise.resolve(purging?.catch(() => undefined)).then(() => close(kysely))
      return closed
    },
  }
}

async function close(kysely: Kysely<Schema>) {
  try {
    await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
  } finally {
    await kysely.destroy()
  }
}
