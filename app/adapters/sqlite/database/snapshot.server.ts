import type { CompiledQuery, QueryResult, SqliteDatabase } from 'kysely'

/** Reads what is committed and synced, without waiting. Source: Isolation in SQLite. */
export class Snapshot {
  readonly #database: SqliteDatabase
  #held = false

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** Throws as the statement does. */
  read<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    return { rows: this.#database.prepare(sql).all(parameters) as Row[] }
  }

  /** Until `release` everybody reads what is committed now. */
  hold(): void {
    this.#run('begin')
    this.#held = true
    // SQLite takes the snapshot at the first reading.
    this.#database.prepare('select 1 from sqlite_schema limit 1').all([])
  }

  release(): void {
    if (!this.#held) return
    this.#run('commit')
    this.#held = false
  }

  close(): void {
    this.#database.close()
  }

  #run(statement: string) {
    this.#database.prepare(statement).run([])
  }
}
