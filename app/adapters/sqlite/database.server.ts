import { CamelCasePlugin, Kysely, SqliteDialect, SqliteDriver, sql } from 'kysely'
import { type Connection, connect, withCachedStatements } from './connection.server'
import { rewrite } from './erasure.server'
import { GroupCommitDriver } from './group-commits.server'
import { damageIn } from './integrity.server'
import { migrate, removeCopies } from './migrate.server'
import type { Schema } from './schema.server'

export interface Database {
  kysely: Kysely<Schema>
  /** Throws unless the database can be read and written now; what it writes is synced. */
  probe(): Promise<void>
  /** Returns what is damaged in the file; see `damageIn`. */
  verify(): Promise<string | undefined>
  /**
   * Takes what was erased out of every file of the database, the copy from before its last migration
   * included, in the time that it takes to write the database once. Throws if it cannot, as when the
   * disk is full; what is kept is safe either way.
   */
  scrub(): Promise<void>
  /** Brings everything into the one file and lets go of it; may be called twice. */
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
  const kysely = new Kysely<Schema>({
    dialect: groupingDialect(connection),
    plugins: [new CamelCasePlugin()],
  })
  let closed: Promise<void> | undefined
  const closing = new AbortController()
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
    async scrub() {
      removeCopies(file)
      await rewrite(kysely)
    },
    close() {
      closing.abort()
      closed ??= close(kysely)
      return closed
    },
  }
}

function groupingDialect(connection: Connection): SqliteDialect {
  const database = withCachedStatements(connection)
  const dialect = new SqliteDialect({ database })
  dialect.createDriver = () => new GroupCommitDriver(new SqliteDriver({ database }))
  return dialect
}

async function close(kysely: Kysely<Schema>) {
  try {
    await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
  } finally {
    await kysely.destroy()
  }
}
