import { CompiledQuery, type Kysely } from 'kysely'
import type { AnyKind } from '../../../domain/records/kinds'
import {
  type Change,
  difference,
  keyOf,
  type Reading,
  type Records,
  reads,
  Taken,
} from '../../../domain/records/records'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import {
  allStatement,
  clearStatement,
  deleteStatement,
  getStatement,
  insertStatement,
  listStatement,
  ofDeskStatement,
  pageStatement,
  type Statement,
  toRecord,
  updateStatement,
} from './statements.server'

type Connection = Kysely<Schema>

/** Records in real columns: a kind's table has one for each field, in snake case. */
export function createRecords({ kysely }: Pick<Database, 'kysely'>): Records {
  return {
    ...reading(kysely, false),

    commit: (_, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const { noting, demand } = reads()
        const { result, changes = [] } = await decide(noting(readingIn(transaction)))
        demand(changes)
        await write(transaction, changes)
        return result
      }),

    async clear(kind, list, by, range) {
      return changedBy(kysely, clearStatement(kind, list, by, range))
    },
  }
}

/** For adapters of other nouns, whose transactions change records, too. */
export function readingIn(transaction: Connection): Reading {
  return reading(transaction, true)
}

export async function write(transaction: Connection, changes: readonly Change[]): Promise<void> {
  for (const change of changes) await apply(transaction, change)
}

/** For moving: all records of a kind, by key. */
export async function* allOf(
  kysely: Connection,
  kind: AnyKind,
  pageSize: number,
): AsyncGenerator<object> {
  for (let after: string[] = []; ; ) {
    const rows = await rowsOf(kysely, pageStatement(kind, after, pageSize))
    const page = rows.map((row) => toRecord(kind, row))
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = keyOf(kind, last)
  }
}

export async function insert(kysely: Connection, kind: AnyKind, record: object): Promise<void> {
  await apply(kysely, { kind, after: record })
}

/** Removes at most `limit` records of a desk; returns how many. */
export function eraseOfDesk(
  kysely: Connection,
  kind: AnyKind,
  deskId: string,
  limit: number,
): Promise<number> {
  return changedBy(kysely, ofDeskStatement(kind, deskId, limit))
}

function reading(kysely: Connection, all: boolean): Reading {
  return {
    async get(kind, ...key) {
      const [row] = await rowsOf(kysely, getStatement(kind, key, all))
      return row && toRecord(kind, row)
    },
    async all(kind, keys) {
      if (keys.length === 0) return []
      const rows = await rowsOf(kysely, allStatement(kind, keys, all))
      const found = new Map(rows.map((row) => [keyOf(kind, row)[0], toRecord(kind, row)]))
      return keys.map((key) => found.get(key))
    },
    async list(kind, list, by, range = {}) {
      const rows = await rowsOf(kysely, listStatement(kind, list, by, range, all))
      return rows.map((row) => toRecord(kind, row))
    },
  }
}

async function apply(kysely: Connection, { kind, before, after }: Change): Promise<void> {
  if (!before) {
    if (after) await changedBy(kysely, insertStatement(kind, after))
    return
  }
  const key = keyOf(kind, before)
  if (!after) {
    await changedBy(kysely, deleteStatement(kind, key))
    return
  }
  const fields = difference(kind, before, after)
  if (fields.length > 0) await changedBy(kysely, updateStatement(kind, key, fields))
}

async function rowsOf(kysely: Connection, { text, values }: Statement): Promise<object[]> {
  return (await kysely.executeQuery<object>(CompiledQuery.raw(text, values))).rows
}

async function changedBy(kysely: Connection, { text, values }: Statement): Promise<number> {
  try {
    const { numAffectedRows = 0n } = await kysely.executeQuery(CompiledQuery.raw(text, values))
    return Number(numAffectedRows)
  } catch (error) {
    throw isTaken(error) ? new Taken(error) : error
  }
}

/** Source: SQLite, Result and Error Codes. */
function isTaken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === 'SQLITE_CONSTRAINT_UNIQUE'
}
