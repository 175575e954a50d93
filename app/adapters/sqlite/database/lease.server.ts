import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

interface Runs {
  statement<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  single<Row>(lease: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>>
}

/** Kysely's connection; knows whether it is inside a transaction. */
export class Lease implements DatabaseConnection {
  inTransaction = false
  readonly #driver: Runs

  constructor(driver: Runs) {
    this.#driver = driver
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.inTransaction ? this.#driver.statement(query) : this.#driver.single(this, query)
  }

  /** Required by the interface; no store streams. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read whole: a stream would hold the one connection.')
  }
}

export function leaseOf(connection: DatabaseConnection): Lease {
  if (connection instanceof Lease) return connection
  throw new Error('The connection is not one of this driver.')
}
