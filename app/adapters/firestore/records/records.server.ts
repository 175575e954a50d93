import { FieldValue, type Transaction } from 'firebase-admin/firestore'
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
import { collect, documentsOf, listOf, toData } from '../database/documents.server'
import { codeOf } from '../database/failures'
import type { Recent } from '../database/recent'
import { removeAll } from '../database/removal.server'
import { readDesk } from '../desks/recent-desk.server'
import { documentOf, finishing, marksOf, queryOf, recordOf } from './queries.server'

/** A document's id is its key. */
export function createRecords(database: Database): Records {
  const { transact } = database
  const recents: Partial<Record<string, Recent<object>>> = database.recent
  const isThere = async ({ desk }: AnyKind, record: object) => {
    const deskId = Reflect.get(record, desk ?? '')
    return deskId === undefined || (await readDesk(database, String(deskId))) !== undefined
  }
  const visible = async <R extends object>(kind: AnyKind, records: R[]) => {
    const which = await Promise.all(records.map((record) => isThere(kind, record)))
    return records.filter((_, index) => which[index])
  }

  return {
    async get(kind, ...key) {
      const seen = recents[kind.table]?.get(`${kind.noun} ${key.join(' ')}`)
      const record = seen
        ? recordOf(kind, seen, key.join(' '))
        : (await documentOf(database, kind, key).get()).data()
      return record && (await isThere(kind, record)) ? record : undefined
    },

    async all(kind, keys) {
      const found = await database.readAll(keys.map((key) => documentOf(database, kind, [key])))
      const shown = await visible(
        kind,
        found.flatMap((record) => record ?? []),
      )
      return found.map((record) => (record && shown.includes(record) ? record : undefined))
    },

    async list(kind, list, by, range = {}) {
      const { desk } = kind
      const asked = queryOf(database, kind, list, by, range)
      const finish = finishing(kind, list, range)
      if (!desk) return finish(await listOf(asked))
      if (desk in by) return (await isThere(kind, by)) ? finish(await listOf(asked)) : []
      if (range.limit === undefined) return finish(await visible(kind, await listOf(asked)))
      return collect(asked, range.limit, (record) => isThere(kind, record))
    },

    commit: (names, decide) =>
      asTaken(
        transact(names, async (transaction) => {
          const { noting, demand } = reads()
          const { result, changes = [] } = await decide(noting(readingIn(database, transaction)))
          demand(changes)
          write(database, transaction, changes)
          return result
        }),
      ),

    async clear(kind, list, by, range) {
      return removeAll(database, await documentsOf(queryOf(database, kind, list, by, range)))
    },
  }
}

/** For adapters of other nouns, whose transactions change records, too. */
export function readingIn(database: Database, transaction: Transaction): Reading {
  return {
    get: async (kind, ...key) => (await transaction.get(documentOf(database, kind, key))).data(),
    all: (kind, keys) =>
      database.readAll(
        keys.map((key) => documentOf(database, kind, [key])),
        transaction,
      ),
    async list(kind, list, by, range = {}) {
      const { docs } = await transaction.get(queryOf(database, kind, list, by, range))
      return finishing(kind, list, range)(docs.map((each) => each.data()))
    },
  }
}

/** Comes after all that the transaction reads. */
export function write(
  database: Database,
  transaction: Transaction,
  changes: readonly Change[],
): void {
  for (const change of changes) apply(database, transaction, change)
}

/** Only fields that differ are written: those that another version added stay. */
function apply(
  database: Database,
  transaction: Transaction,
  { kind, before, after }: Change,
): void {
  const of = (record: object) => documentOf(database, kind, keyOf(kind, record))
  if (!before) {
    if (after) transaction.create(of(after), after)
    return
  }
  if (!after) {
    transaction.delete(of(before))
    return
  }
  const fields = difference(kind, before, after).map(([field, value]) => [
    field,
    value === undefined ? FieldValue.delete() : toData(value),
  ])
  if (fields.length === 0) return
  transaction.update(of(before), { ...Object.fromEntries(fields), ...marksOf(kind, after) })
}

/** Source: grpc.github.io/grpc/core/md_doc_statuscodes.html, ALREADY_EXISTS. */
async function asTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw codeOf(error) === 6 ? new Taken(error) : error
  }
}
