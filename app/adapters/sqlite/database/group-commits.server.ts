import {
  CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  type SqliteDriver,
  UpdateQueryNode,
} from 'kysely'

/** Transactions that one commit makes durable together, and what waits until that is done. */
interface Group {
  members: { resolve(): void; reject(reason: unknown): void }[]
  /** The turn of the event loop is over: who comes now belongs to the next group. */
  ending: boolean
}

/**
 * Kysely's driver for the one connection to SQLite. Everything that is written in one turn of the
 * event loop is made durable by one commit, as a sync of the disk takes milliseconds whatever it
 * syncs. Transactions run one after the other, each in a savepoint of the group's transaction, so
 * that one that fails takes back only itself. Each is answered once the commit is done, and what
 * reads outside of a transaction waits for it too: whatever leaves here is on the disk. A commit
 * that fails fails each member of its group, with the same reason.
 *
 * The group takes the write lock as it begins; Kysely's own `begin` takes it at the first write,
 * where SQLite answers "busy" without waiting if another process has written since the first read.
 */
export class GroupCommitDriver implements Driver {
  readonly #sqlite: SqliteDriver
  #connection: DatabaseConnection | undefined
  #group: Group | undefined
  /** A transaction has begun and has neither been released nor taken back. */
  #busy = false
  /** Who wants that nothing is written for a while, and until when that is so. */
  #pausing: (() => void)[] = []
  #paused = false
  readonly #transactions: (() => void)[] = []
  readonly #others: (() => void)[] = []

  constructor(sqlite: SqliteDriver) {
    this.#sqlite = sqlite
  }

  async init(): Promise<void> {
    await this.#sqlite.init()
    // Held for good: whose turn it is is decided here.
    this.#connection = await this.#sqlite.acquireConnection()
  }

  destroy(): Promise<void> {
    return this.#sqlite.destroy()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Lease(this)
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(lease: DatabaseConnection): Promise<void> {
    if (this.#busy || this.#group?.ending || this.#paused) {
      await new Promise<void>((resolve) => this.#transactions.push(resolve))
    }
    this.#busy = true
    try {
      await this.#join()
    } catch (error) {
      if (this.#group) this.#next()
      else this.#begin()
      throw error
    }
    leaseOf(lease).inTransaction = true
  }

  async commitTransaction(lease: DatabaseConnection): Promise<void> {
    await this.#run('release member')
    leaseOf(lease).inTransaction = false
    const committed = new Promise<void>((resolve, reject) => {
      this.#group?.members.push({ resolve, reject })
    })
    this.#next()
    await committed
  }

  async rollbackTransaction(lease: DatabaseConnection): Promise<void> {
    // A commit that failed took everything back already.
    if (!leaseOf(lease).inTransaction) return
    leaseOf(lease).inTransaction = false
    try {
      await this.#run('rollback to member')
      await this.#run('release member')
      this.#next()
    } catch (error) {
      // Where the disk is full or broken, SQLite gives up the whole transaction by itself.
      await this.#giveUp(error)
    }
  }

  /**
   * Does something while nothing is written here: what would write waits until it is done, and what
   * only reads does not. For what another connection does that holds the write lock; to wait for that
   * within SQLite would hold up the whole process.
   */
  async withoutWriting<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy || this.#group || this.#paused) {
      await new Promise<void>((resolve) => this.#pausing.push(resolve))
    }
    this.#paused = true
    try {
      return await work()
    } finally {
      this.#paused = false
      this.#begin()
    }
  }

  /** A statement outside of any transaction. One that writes is a transaction of its own. */
  async single<Row>(lease: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!writes(query)) {
      if (!this.#group && !this.#busy) return this.statement(query)
      return new Promise((resolve, reject) => {
        this.#others.push(() => this.statement<Row>(query).then(resolve, reject))
      })
    }
    await this.beginTransaction(lease)
    try {
      const result = await this.statement<Row>(query)
      await this.commitTransaction(lease)
      return result
    } catch (error) {
      await this.rollbackTransaction(lease)
      throw error
    }
  }

  /** Runs before this returns, as everything does that SQLite does here. */
  async statement<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#connection) throw new Error('The database is not open.')
    return this.#connection.executeQuery<Row>(query)
  }

  async #run(statement: string): Promise<void> {
    await this.statement(CompiledQuery.raw(statement))
  }

  async #join() {
    if (!this.#group) {
      await this.#run('begin immediate')
      const group = { members: [], ending: false }
      this.#group = group
      setImmediate(() => this.#end(group))
    }
    await this.#run('savepoint member')
  }

  #end(group: Group) {
    if (this.#group !== group) return
    group.ending = true
    if (!this.#busy) void this.#commit(group)
  }

  async #commit(group: Group) {
    try {
      await this.#run('commit')
    } catch (error) {
      await this.#giveUp(error)
      return
    }
    for (const member of group.members) member.resolve()
    this.#begin()
  }

  async #giveUp(reason: unknown) {
    const members = this.#group?.members ?? []
    // It fails where SQLite has already taken everything back.
    await this.#run('rollback').catch(() => {})
    for (const member of members) member.reject(reason)
    this.#begin()
  }

  /** The turn goes to the next transaction, or the group ends if its time is over. */
  #next() {
    const next = this.#group?.ending ? undefined : this.#transactions.shift()
    this.#busy = next !== undefined
    if (next) next()
    else if (this.#group?.ending) void this.#commit(this.#group)
  }

  /** After a group or a pause: first what waited to read, at once, then a pause or the next transactions. */
  #begin() {
    this.#group = undefined
    this.#busy = false
    for (const run of this.#others.splice(0)) run()
    const pause = this.#pausing.shift()
    this.#paused = pause !== undefined
    if (pause) pause()
    else this.#next()
  }
}

/** What Kysely takes for a connection: it knows whether it is inside a transaction. */
class Lease implements DatabaseConnection {
  inTransaction = false
  readonly #driver: GroupCommitDriver

  constructor(driver: GroupCommitDriver) {
    this.#driver = driver
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.inTransaction ? this.#driver.statement(query) : this.#driver.single(this, query)
  }

  /** The interface asks for it; no store does. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read whole: a stream would hold the one connection.')
  }
}

function leaseOf(connection: DatabaseConnection): Lease {
  if (connection instanceof Lease) return connection
  throw new Error('The connection is not one of this driver.')
}

function writes({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
}
