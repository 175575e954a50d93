import { closeSync, openSync } from 'node:fs'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import Libsql from 'libsql'
import { StoreUnavailable } from '../../../domain/stores'

/** For migrations and tests; stores ask by Kysely alone. */
export type Connection = Libsql.Database

/**
 * Milliseconds for which SQLite waits for the lock of another process, and this thread with it: until
 * the database is open and as it is closed. Meanwhile group-commits.server.ts tries again.
 */
export const busyTimeoutMs = { opening: 5_000, open: 5 }

const writerPragmas = [
  `busy_timeout = ${busyTimeoutMs.opening}`,
  'journal_mode = wal',
  // What is acknowledged survives a power cut; macOS needs its own kind of sync for that.
  'synchronous = full',
  'fullfsync = on',
  'foreign_keys = on',
  'trusted_schema = off',
  'cell_size_check = on',
  // What is erased is overwritten, not only unlinked.
  'secure_delete = on',
  // What SQLite sorts is never in a file of its own, which no purge would reach.
  'temp_store = memory',
]

const readerPragmas = [
  `busy_timeout = ${busyTimeoutMs.open}`,
  'query_only = on',
  'trusted_schema = off',
  'cell_size_check = on',
]

/** Opens or creates the file, readable only by its owner. Throws if it is not a database. */
export function connect(file: string): Connection {
  // Not while this process has it open: closing a file takes away a process's locks on it.
  closeSync(openSync(file, 'a', 0o600))
  return open(file, writerPragmas)
}

/** A further connection to a file that this process has open. */
export function connectToRead(file: string): Connection {
  return open(file, readerPragmas)
}

function open(file: string, pragmas: readonly string[]): Connection {
  const connection = new Libsql(file)
  try {
    for (const pragma of pragmas) connection.exec(`pragma ${pragma}`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Far more than the stores have; a search by other numbers of words is a statement of its own. */
const mostStatements = 1_000

/**
 * The connection as Kysely takes it. Each statement is prepared once; values are always parameters.
 * Throws StoreUnavailable where the disk or a lock fails, not the statement.
 */
export function withCachedStatements(connection: Connection): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      if (statements.size >= mostStatements) statements.clear()
      const statement = guarded(available(() => connection.prepare(text)))
      statements.set(text, statement)
      return statement
    },
    close: () => connection.close(),
  }
}

function guarded(statement: Libsql.Statement): SqliteStatement {
  const all = (parameters: readonly unknown[]) =>
    available(() => statement.all(parameters.map(bindable)))
  return {
    reader: statement.reader,
    all,
    run: (parameters) => available(() => statement.run(parameters.map(bindable))),
    // Required by the interface; no store streams.
    iterate: (parameters) => all(parameters)[Symbol.iterator](),
  }
}

/** Source: SQLite, Result and Error Codes. */
const unavailable = /^SQLITE_(FULL|READONLY|IOERR|BUSY|CANTOPEN)(_|$)/

function available<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    throw unavailable.test(code) ? new StoreUnavailable(code, error) : error
  }
}

/** libsql 0.5 aborts the process on a boolean, and reads text only up to a NUL. */
function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '\ufffd')
  return value
}
