import { type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely'
import { execute } from './lease.server'
import type { Schema } from './schema.server'

/** Where a value stands in a statement that was compiled without it. */
class Place {
  constructor(readonly name: string) {}
}

/**
 * A statement that is compiled once for each set of columns, and then only run: compiling takes longer
 * than running. `build` may put the values into the statement and do nothing else with them.
 */
export function prepared<Values extends object, Row>(
  build: Build<Values, Row>,
): (kysely: Kysely<Schema>, values: Values) => Promise<Row[]> {
  const run = runner(build)
  return async (kysely, values) => (await run(kysely, values)).rows
}

/** The same for one that writes; returns how many rows it wrote. */
export function preparedChange<Values extends object>(
  build: Build<Values, unknown>,
): (kysely: Kysely<Schema>, values: Values) => Promise<number> {
  const run = runner(build)
  return async (kysely, values) => Number((await run(kysely, values)).numAffectedRows ?? 0)
}

type Build<Values, Row> = (
  kysely: Kysely<Schema>,
  values: Values,
) => { compile(kysely: Kysely<Schema>): CompiledQuery<Row> }

function runner<Values extends object, Row>(build: Build<Values, Row>) {
  const known = new Map<string, CompiledQuery<Row>>()

  function compiled(kysely: Kysely<Schema>, names: string[]): CompiledQuery<Row> {
    const places = Object.fromEntries(names.map((name) => [name, new Place(name)]))
    return build(kysely, places as Values).compile(kysely)
  }

  return (kysely: Kysely<Schema>, values: Values): Promise<QueryResult<Row>> => {
    const names = Object.keys(values)
    const columns = names.join()
    const statement = known.get(columns) ?? compiled(kysely, names)
    known.set(columns, statement)
    const parameters = statement.parameters.map((each) =>
      each instanceof Place ? values[each.name as keyof Values] : each,
    )
    return execute<Row>(kysely, { ...statement, parameters })
  }
}

interface Limited<Row> {
  limit(rows: RawBuilder<number>): { compile(kysely: Kysely<Schema>): CompiledQuery<Row> }
}

/** The same for the first row alone, which takes half of the time; see `withCachedStatements`. */
export function preparedOne<Values extends object, Row>(
  build: (kysely: Kysely<Schema>, values: Values) => Limited<Row>,
): (kysely: Kysely<Schema>, values: Values) => Promise<Row | undefined> {
  const rows = prepared((kysely, values: Values) => build(kysely, values).limit(sql.lit(1)))
  return async (kysely, values) => (await rows(kysely, values))[0]
}
