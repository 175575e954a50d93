import { closeSync, openSync } from 'node:fs'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import Libsql from 'libsql'
import { StoreUnavailable } from '../../../domain/stores'

/** A connection as migrations need it; statements are read with `all`, see `withCachedStatements`. */
export type Connection = Libsql.Database

const pragmas = [
  'busy_timeout = 5000',
  'journal_mode = wal',
  // What is acknowledged outlives a loss of power; on macOS only with its own kind of sync.
  'synchronous = full',
  'fullfsync = on',
  'foreign_keys = on',
  'trusted_schema = off',
  'cell_size_check = on',
  // What is erased is overwritten, not merely forgotten.
  'secure_delete = on',
]

/** Opens or makes the file, readable by its owner alone. Throws if it is no database. */
export function connect(file: string): Connection {
  closeSync(openSync(file, 'a', 0o600))
  const connection = new Libsql(file)
  try {
    for (const pragma of pragmas) connection.exec(`pragma ${pragma}`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * The connection as Kysely takes it. Each statement is prepared once, which makes a look-up four
 * times faster; values are always parameters, so that there are few statements.
 */
export function withCachedStatements(connection: Connection): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      const statement = guarded(connection.prepare(text))
      statements.set(text, statement)
      return statement
    },
    close() {
      statements.clear()
      connection.close()
    },
  }
}

function guarded(statement: Libsql.Statement<unknown[]>): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => available(() => statement.all(parameters.map(bindable))),
    run: (parameters) => available(() => statement.run(parameters.map(bindable))),
    iterate: (parameters) => statement.iterate(parameters.map(bindable)),
  }
}

/** What is not the statement's fault. Source: SQLite, Result and Error Codes. */
const unavailable = /^SQLITE_(FULL|READONLY|IOERR|BUSY|CANTOPEN)(_|$)/

function available<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    throw unavailable.test(code) ? new StoreUnavailable(code, error) : error
  }
}

/** libsql 0.5 aborts the whole process on a boolean, and reads a text only up to a NUL. */
function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '\ufffd')
  return value
}
