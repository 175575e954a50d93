import { closeSync, openSync } from 'node:fs'
import {
  CamelCasePlugin,
  type PluginTransformResultArgs,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import Libsql from 'libsql'
import { StoreUnavailable } from '../../../domain/stores'

/** For migrations; read statements with `all`, see `withCachedStatements`. */
export type Connection = Libsql.Database

/**
 * Milliseconds for which SQLite waits for the lock of another process, and this one with it: until the
 * database is open and as it is closed. Meanwhile the driver tries again; see group-commits.server.ts.
 */
export const lockWait = { opening: 5_000, open: 5 }

const pragmas = [
  `busy_timeout = ${lockWait.opening}`,
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

const readingPragmas = [
  `busy_timeout = ${lockWait.open}`,
  'query_only = on',
  'trusted_schema = off',
  'cell_size_check = on',
]

/** Opens or creates the file, readable only by its owner. Throws if it is not a database. */
export function connect(file: string): Connection {
  // Not while this process has it open: closing a file takes away a process's locks on it.
  closeSync(openSync(file, 'a', 0o600))
  return open(file, pragmas)
}

/** A further connection to a file that this process has open. */
export function connectToRead(file: string): Connection {
  return open(file, readingPragmas)
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

/** Columns are snake_case in SQL. Rows need no renaming: statements read them with their fields' names. */
class FieldNames extends CamelCasePlugin {
  fieldOf(column: string): string {
    return this.camelCase(column)
  }

  override async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

export const fieldNames = new FieldNames()

/** Prepares statements once: look-ups are four times faster. Values are always parameters. */
export function withCachedStatements(connection: Connection): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      const statement = guarded(connection, text)
      statements.set(text, statement)
      return statement
    },
    close() {
      statements.clear()
      connection.close()
    },
  }
}

function guarded(connection: Connection, text: string): SqliteStatement {
  const asked = connection.prepare(text)
  const { reader } = asked
  const columns = reader ? asked.columns() : []
  const one = / limit 1$/.test(text)
  const joined = joinedRows(text, columns, one)
  const statement = joined === undefined ? asked : connection.prepare(joined)
  const toRow = rowsWith(columns.map(({ name }) => name))
  // libsql takes longer to name the fields of a row than to read it.
  if (reader) statement.raw()
  const rows = (parameters: unknown[]): unknown[][] => {
    if (joined === undefined && !one) return statement.all(parameters) as unknown[][]
    const row = statement.get(parameters) as unknown[] | undefined
    if (!row) return []
    return joined === undefined ? [row] : JSON.parse(row[0] as string)
  }
  const read = (parameters: readonly unknown[]) => rows(parameters.map(bindable)).map(toRow)
  return {
    reader,
    all: (parameters) => available(() => read(parameters)),
    run: (parameters) => available(() => statement.run(parameters.map(bindable))),
    // Required by the interface; no store streams.
    iterate: (parameters) => read(parameters)[Symbol.iterator](),
  }
}

/** Columns from which on a single row is handed over sooner as a text of JSON than value by value. */
const manyColumns = 5

/**
 * A statement that returns its rows as one array in JSON, which is the same for texts and integers:
 * libsql takes some 0.3 µs for each value and 1 for each row. Undefined for others.
 */
function joinedRows(text: string, columns: Libsql.ColumnDefinition[], one: boolean) {
  const kept = columns.every(({ type }) => type === 'TEXT' || type === 'INTEGER')
  if ((one && columns.length < manyColumns) || !kept || !/^select\b/i.test(text)) return undefined
  const names = columns.map(({ name }) => `"${name}"`)
  if (new Set(names).size < names.length) return undefined
  return `select ${one ? 'json_array' : 'json_group_array'}(json_array(${names})) from (${text})`
}

function rowsWith(columns: string[]) {
  const fields = columns.map((column) => fieldNames.fieldOf(column))
  const blank = Object.fromEntries(fields.map((field) => [field, null as unknown]))
  return (values: unknown[]) => {
    const row = { ...blank }
    for (let place = 0; place < fields.length; place += 1) {
      row[fields[place] as string] = values[place]
    }
    return row
  }
}

/** Failures of the disk or a lock, not of the statement. Source: SQLite, Result and Error Codes. */
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
