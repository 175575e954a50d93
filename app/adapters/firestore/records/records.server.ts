import {
  type CollectionReference,
  type DocumentReference,
  FieldValue,
  type Query,
  type Transaction,
} from 'firebase-admin/firestore'
import type { AnyKind, AnyList, Kind } from '../../../domain/records/kinds'
import {
  type Change,
  difference,
  keyOf,
  type Range,
  type Reading,
  type Records,
  reads,
  Taken,
} from '../../../domain/records/records'
import type { Database } from '../database/database.server'
import { collect, converter, documentsOf, idOf, listOf, toData } from '../database/documents.server'
import { codeOf } from '../database/failures'
import { removeAll } from '../database/removal.server'
import { readDesk } from '../desks/recent-desk.server'

/** A document's id is its key. */
export function createRecords(database: Database): Records {
  const { transact } = database
  const isThere = async (deskId: unknown) =>
    (await readDesk(database, String(deskId))) !== undefined

  return {
    async get(kind, ...key) {
      const record = (await documentOf(database, kind, key).get()).data()
      if (!record || !kind.desk) return record
      return (await isThere(record[kind.desk])) ? record : undefined
    },

    async list(kind, list, by, range = {}) {
      const { desk } = kind
      const asked = queryOf(database, kind, list, by, range)
      const sort = sorting(kind, list, range)
      if (!desk) return sort(await listOf(asked))
      if (desk in by) return (await isThere(by[desk])) ? sort(await listOf(asked)) : []
      return sort(await collect(asked, range.limit ?? 200, (record) => isThere(record[desk])))
    },

    commit: (names, decide) =>
      asTaken(
        transact(names, async (transaction) => {
          const { note, demand } = reads()
          const read = reading(database, transaction)
          const { result, changes = [] } = await decide({
            get: async (kind, ...key) => note(await read.get(kind, ...key)),
            list: async (...asked) => (await read.list(...asked)).map(note),
          })
          demand(changes)
          for (const change of changes) apply(database, transaction, change)
          return result
        }),
      ),

    async clear(kind, list, by, range) {
      return removeAll(database, await documentsOf(queryOf(database, kind, list, by, range)))
    },
  }
}

export function collectionOf<R extends object>(
  database: Database,
  kind: Kind<R>,
): CollectionReference<R>
export function collectionOf(database: Database, kind: AnyKind): CollectionReference<object>
export function collectionOf({ firestore }: Database, { table }: AnyKind) {
  return firestore.collection(table).withConverter(converter<object>())
}

export function documentOf<R extends object>(
  database: Database,
  kind: Kind<R>,
  key: string[],
): DocumentReference<R>
export function documentOf(
  database: Database,
  kind: AnyKind,
  key: string[],
): DocumentReference<object>
export function documentOf(database: Database, kind: AnyKind, key: string[]) {
  return collectionOf(database, kind).doc(idOf(...key))
}

/** A desk's records of a kind. */
export function ofDeskQuery(database: Database, kind: AnyKind, deskId: string): Query<object> {
  return collectionOf(database, kind).where(kind.desk ?? '', '==', deskId)
}

function reading(database: Database, transaction: Transaction): Reading {
  return {
    get: async (kind, ...key) => (await transaction.get(documentOf(database, kind, key))).data(),
    async list(kind, list, by, range = {}) {
      const { docs } = await transaction.get(queryOf(database, kind, list, by, range))
      return sorting(kind, list, range)(docs.map((each) => each.data()))
    },
  }
}

/** Whole lists are sorted here, so that they need no index of their own. */
function isOrdered(range: Range): boolean {
  return Object.values(range).some((value) => value !== undefined)
}

function queryOf<R extends object>(
  database: Database,
  kind: Kind<R>,
  name: string,
  by: Partial<R>,
  range: Range,
): Query<R> {
  const list = namedList(kind, name)
  let query: Query<R> = collectionOf(database, kind)
  for (const field of list.by) query = query.where(field, '==', toData(Reflect.get(by, field)))
  if (!isOrdered(range)) return query
  const order = list.order ?? kind.key[0] ?? ''
  query = query.orderBy(order, list.descending ? 'desc' : 'asc')
  if (range.from !== undefined) query = query.where(order, '>=', range.from)
  if (range.until !== undefined) query = query.where(order, '<', range.until)
  if (range.after !== undefined) query = query.startAfter(range.after)
  return range.limit === undefined ? query : query.limit(range.limit)
}

function sorting(kind: AnyKind, name: string, range: Range) {
  const { order, descending } = namedList(kind, name)
  const [first = '', ...ties] = new Set<string>([...(order ? [order] : []), ...kind.key])
  const sign = descending ? -1 : 1
  const between = (one: object, other: object) =>
    sign * compared(one, other, first) ||
    ties.map((field) => compared(one, other, field)).find(Boolean) ||
    0
  return <Found extends object>(records: Found[]) =>
    isOrdered(range) ? records : records.sort(between)
}

function compared(one: object, other: object, field: string): number {
  const [left, right] = [Reflect.get(one, field), Reflect.get(other, field)]
  return left < right ? -1 : Number(left > right)
}

function namedList(kind: AnyKind, name: string): AnyList {
  const list = kind.lists[name]
  if (!list) throw new Error(`There is no list ${name} of ${kind.table}`)
  return list
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
  if (fields.length > 0) transaction.update(of(before), Object.fromEntries(fields))
}

/** Source: grpc.github.io/grpc/core/md_doc_statuscodes.html, ALREADY_EXISTS. */
async function asTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw codeOf(error) === 6 ? new Taken(error) : error
  }
}
