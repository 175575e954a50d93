import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, SqliteDatabase } from 'kysely'
import { StoreUnavailable } from '../../../domain/stores'

/** Milliseconds of one event-loop tick after which further statements wait for the next. */
const longestTickMs = 20

/** Milliseconds between two tries to take the write lock that another process holds. */
const busyRetryMs = 20

interface Options {
  writer: SqliteDatabase
  reader: SqliteDatabase
  /** Syncs a commit of this many transactions to disk. */
  sync(transactions: number): Promise<void>
  /** Milliseconds for which the write lock of another process is waited for. */
  busyTimeoutMs?: number
}

/** Kysely's connection: in a transaction, or not. */
type Connection = DatabaseConnection & {
  transaction?: { group: Group; unlock(): void } | undefined
}

/** Transactions that one commit makes durable together. */
interface Group {
  /** By `performance.now`. */
  began: number
  members: { resolve(): void; reject(reason: unknown): void }[]
}

/**
 * Kysely's driver for SQLite: one connection that writes and one that reads. All transactions of one
 * event-loop tick share one commit, because a sync costs milliseconds whatever it syncs. They run one
 * after another, each in a savepoint, so that one rolls back alone; each resolves after the commit is
 * synced, or rejects with the reason for which it failed. The sync is done beside the event loop, and
 * until then statements outside a transaction read what was synced before: they wait for nothing, and
 * nothing is shown that a power cut could take back.
 */
export class GroupCommitDriver implements Driver {
  readonly #options: Required<Options>
  #lastInQueue = Promise.resolve()
  #group: Group | undefined
  /** Since when another process holds the write lock, by `performance.now`. */
  #busySince: number | undefined
  /** When the first statement of this tick was read, by `performance.now`. */
  #tickBegan: number | undefined

  constructor(options: Options) {
    this.#options = { busyTimeoutMs: 5_000, ...options }
  }

  async init(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#options.reader.close()
    this.#options.writer.close()
  }

  async acquireConnection(): Promise<Connection> {
    const connection: Connection = {
      executeQuery: (query) => this.#execute(connection, query),
      // Required by the interface; no store streams.
      streamQuery() {
        throw new Error('Rows are read as one list: a stream would hold the connection.')
      },
    }
    return connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: Connection): Promise<void> {
    const unlock = await this.#lock()
    try {
      if (this.#group && isOver(this.#group.began)) await this.#commit()
      const group = this.#group ?? (await this.#beginGroup())
      exec(this.#options.writer, 'savepoint member')
      connection.transaction = { group, unlock }
    } catch (error) {
      unlock()
      throw error
    }
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const { transaction } = connection
    exec(this.#options.writer, 'release member')
    connection.transaction = undefined
    const committed = new Promise<void>((resolve, reject) => {
      transaction?.group.members.push({ resolve, reject })
    })
    transaction?.unlock()
    await committed
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    const { transaction } = connection
    // A commit that failed has rolled back.
    if (!transaction) return
    connection.transaction = undefined
    try {
      exec(this.#options.writer, 'rollback to member')
      exec(this.#options.writer, 'release member')
    } catch (error) {
      // On a full or broken disk SQLite rolls back all that the group has written.
      this.#group = undefined
      rollBack(this.#options.writer)
      for (const member of transaction.group.members) member.reject(error)
    }
    transaction.unlock()
  }

  async #execute<Row>(connection: Connection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader } = this.#options
    if (connection.transaction) return run(writer, query)
    if (/^\s*(select|with)\b/i.test(query.sql)) {
      await this.#timeToRead()
      return run(reader, query)
    }
    // Most pragmas have no effect within a transaction.
    if (/^\s*pragma\b/i.test(query.sql)) return this.withoutWriting(async () => run(writer, query))
    await this.beginTransaction(connection)
    try {
      const result = run<Row>(writer, query)
      await this.commitTransaction(connection)
      return result
    } catch (error) {
      await this.rollbackTransaction(connection)
      throw error
    }
  }

  /**
   * Runs `work` between two groups, while writes wait and reads go on. For work of another connection
   * that takes the write lock: waiting for that inside SQLite would block the event loop.
   */
  async withoutWriting<Result>(work: () => Promise<Result>): Promise<Result> {
    const unlock = await this.#lock()
    try {
      await this.#commit()
      return await work()
    } finally {
      unlock()
    }
  }

  /** Waits in call order until nobody else writes. Returns a function that lets the next one write. */
  #lock(): Promise<() => void> {
    const before = this.#lastInQueue
    let unlock = () => {}
    this.#lastInQueue = new Promise((resolve) => {
      unlock = resolve
    })
    return before.then(() => unlock)
  }

  /**
   * Takes the write lock at once: SQLite's own `begin` takes it at the first write, where it fails if
   * another process has written since the first read. After a timeout the next has one try.
   */
  async #beginGroup(): Promise<Group> {
    while (!this.#takeWriteLock()) await wait(busyRetryMs)
    const group: Group = { began: performance.now(), members: [] }
    this.#group = group
    void this.#endAfterTick(group)
    return group
  }

  #takeWriteLock(): boolean {
    try {
      exec(this.#options.writer, 'begin immediate')
      this.#busySince = undefined
      return true
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error.code !== 'SQLITE_BUSY') throw error
      this.#busySince ??= performance.now()
      if (performance.now() - this.#busySince >= this.#options.busyTimeoutMs) throw error
      return false
    }
  }

  /** Behind the transactions that are queued already, which share the commit. */
  async #endAfterTick(group: Group) {
    await nextTick()
    const unlock = await this.#lock()
    if (this.#group === group) await this.#commit()
    unlock()
  }

  /** Commits the group that is open, if one is. Never rejects: its members do. */
  async #commit() {
    const { writer, reader, sync } = this.#options
    const members = this.#group?.members
    if (!members) return
    this.#group = undefined
    try {
      exec(reader, 'begin')
      // SQLite takes the snapshot at the first reading. Source: Isolation in SQLite.
      reader.prepare('select 1 from sqlite_schema limit 1').all([])
      exec(writer, 'commit')
      await sync(members.length)
      for (const member of members) member.resolve()
    } catch (error) {
      // After a failed sync it may or may not be committed; a retry with the same key finds out.
      rollBack(writer)
      for (const member of members) member.reject(error)
    } finally {
      rollBack(reader)
    }
  }

  /** Reading is synchronous: a loop of reads would block the event loop. */
  async #timeToRead() {
    while (this.#tickBegan !== undefined && isOver(this.#tickBegan)) await nextTick()
    if (this.#tickBegan !== undefined) return
    this.#tickBegan = performance.now()
    setImmediate(() => {
      this.#tickBegan = undefined
    })
  }
}

function isOver(began: number): boolean {
  return performance.now() - began > longestTickMs
}

function run<Row>(database: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = database.prepare(sql)
  if (statement.reader) return { rows: statement.all(parameters) as Row[] }
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
}

function exec(database: SqliteDatabase, statement: string) {
  database.prepare(statement).run([])
}

/** Does nothing where SQLite has already done it. */
function rollBack(database: SqliteDatabase) {
  try {
    exec(database, 'rollback')
  } catch {}
}
