import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
} from 'kysely'
import type { Schema } from './schema.server'

interface Runs {
  statement<Row>(query: CompiledQuery): QueryResult<Row>
  single<Row>(lease: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>>
}

/** Kysely's connection; knows whether it is inside a transaction. */
export class Lease implements DatabaseConnection {
  inTransaction = false
  readonly #driver: Runs

  constructor(driver: Runs) {
    this.#driver = driver
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.inTransaction ? this.#driver.statement(query) : this.#driver.single(this, query)
  }

  /** Required by the interface; no store streams. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read whole: a stream would hold the one connection.')
  }
}

/** What a statement that is compiled already finds its driver by. */
export class DriverAdapter extends SqliteAdapter {
  constructor(readonly driver: Runs) {
    super()
  }
}

/** As Kysely does, but past its executor, which takes as long as most statements do. */
export async function execute<Row>(
  kysely: Kysely<Schema>,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  const { adapter } = kysely.getExecutor()
  if (!(adapter instanceof DriverAdapter)) throw new Error('The driver is another.')
  const { driver } = adapter
  return kysely.isTransaction ? driver.statement(query) : driver.single(new Lease(driver), query)
}

export function leaseOf(connection: DatabaseConnection): Lease {
  if (connection instanceof Lease) return connection
  throw new Error('The connection is not one of this driver.')
}
