import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  type SqliteDatabase,
  UpdateQueryNode,
} from 'kysely'
import { Lease, leaseOf } from './lease.server'
import type { Snapshot } from './snapshot.server'
import { longestTurn, TurnTime } from './turn-time.server'
import { WriteLock } from './write-lock.server'

/** Milliseconds for which the write lock of another process is waited for. */
const usualPatience = 5_000

/** Transactions that one commit makes durable together. */
interface Group {
  members: { resolve(): void; reject(reason: unknown): void }[]
  /** By `performance.now`. */
  began: number
  /** The turn of the event loop is over: later transactions belong to the next group. */
  ending: boolean
}

/** Makes durable what a commit of so many transactions has written. */
type Sync = (transactions: number) => Promise<void>

/**
 * Kysely's driver for the one connection to SQLite that writes. All writes of one turn of the event
 * loop share one commit, because a sync costs milliseconds whatever it syncs. Transactions run one
 * after another, each in a savepoint, so that a failing one rolls back alone. Each resolves after the
 * commit is synced. Reads outside a transaction wait for none: they see what was synced before, and
 * nothing leaves here that is not on disk. A failed commit fails every member of its group with the
 * same reason.
 *
 * The group takes the write lock as it begins. Kysely's own `begin` takes it at the first write,
 * where SQLite returns "busy" at once if another process has written since the first read.
 */
export class GroupCommitDriver implements Driver {
  readonly #database: SqliteDatabase
  readonly #snapshot: Snapshot
  readonly #sync: Sync
  readonly #lock: WriteLock
  #group: Group | undefined
  /** A transaction has begun and is neither released nor rolled back. */
  #busy = false
  /** Callers that want writing paused, and when each pause ends. */
  #pausing: (() => void)[] = []
  #paused = false
  readonly #turn = new TurnTime()
  readonly #transactions: (() => void)[] = []

  constructor(database: SqliteDatabase, snapshot: Snapshot, sync: Sync, patience = usualPatience) {
    this.#database = database
    this.#snapshot = snapshot
    this.#sync = sync
    this.#lock = new WriteLock(() => this.#run('begin immediate'), patience)
  }

  async init(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#snapshot.close()
    this.#database.close()
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
    this.#run('release member')
    leaseOf(lease).inTransaction = false
    const committed = new Promise<void>((resolve, reject) => {
      this.#group?.members.push({ resolve, reject })
    })
    this.#next()
    await committed
  }

  async rollbackTransaction(lease: DatabaseConnection): Promise<void> {
    // A failed commit has already rolled back.
    if (!leaseOf(lease).inTransaction) return
    leaseOf(lease).inTransaction = false
    try {
      this.#run('rollback to member')
      this.#run('release member')
      this.#next()
    } catch (error) {
      // On a full or broken disk SQLite rolls back the whole transaction by itself.
      await this.#giveUp(error)
    }
  }

  /**
   * Runs `work` while writes wait; reads go on. For work on another connection that takes the write
   * lock, since waiting for that inside SQLite would block the whole process.
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

  /** A statement outside a transaction; one that writes becomes its own. */
  async single<Row>(lease: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (reads(query)) {
      await this.#turn.enter()
      return this.#read<Row>(query)
    }
    // A pragma, mostly: most have no effect within a transaction.
    if (!writes(query)) return this.withoutWriting(async () => this.statement<Row>(query))
    await this.beginTransaction(lease)
    try {
      const result = this.statement<Row>(query)
      await this.commitTransaction(lease)
      return result
    } catch (error) {
      await this.rollbackTransaction(lease)
      throw error
    }
  }

  /** The connection that writes has more of the file in its memory: each commit empties the other's. */
  #read<Row>(query: CompiledQuery): QueryResult<Row> {
    return this.#busy || this.#group ? this.#snapshot.read(query) : this.statement(query)
  }

  /** One within the transaction that runs. Throws as the statement does. */
  statement<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#database.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
  }

  #run(statement: string) {
    this.#database.prepare(statement).run([])
  }

  async #join() {
    if (!this.#group) {
      await this.#lock.take()
      const group = { members: [], began: performance.now(), ending: false }
      this.#group = group
      setImmediate(() => this.#end(group))
    }
    this.#run('savepoint member')
  }

  #end(group: Group) {
    if (this.#group !== group || group.ending) return
    group.ending = true
    if (!this.#busy) void this.#commit(group)
  }

  async #commit(group: Group) {
    try {
      this.#snapshot.hold()
      this.#run('commit')
    } catch (error) {
      this.#snapshot.release()
      await this.#giveUp(error)
      return
    }
    try {
      await this.#sync(group.members.length).finally(() => this.#snapshot.release())
      for (const member of group.members) member.resolve()
    } catch (error) {
      // Kept or not: who sends it again finds out.
      for (const member of group.members) member.reject(error)
    }
    this.#begin()
  }

  async #giveUp(reason: unknown) {
    const members = this.#group?.members ?? []
    // Fails where SQLite has already rolled back.
    try {
      this.#run('rollback')
    } catch {}
    for (const member of members) member.reject(reason)
    this.#begin()
  }

  /** Starts the next transaction, or ends the group if its turn is over. */
  #next() {
    if (this.#group && performance.now() - this.#group.began > longestTurn)
      this.#group.ending = true
    const next = this.#group?.ending ? undefined : this.#transactions.shift()
    this.#busy = next !== undefined
    if (next) next()
    else if (this.#group?.ending) void this.#commit(this.#group)
  }

  /** After a group or pause: a pause or the next transactions. */
  #begin() {
    this.#group = undefined
    this.#busy = false
    const pause = this.#pausing.shift()
    this.#paused = pause !== undefined
    if (pause) pause()
    else this.#next()
  }
}

function reads({ sql }: CompiledQuery): boolean {
  return /^\s*(select|with)\b/i.test(sql)
}

function writes({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
}
