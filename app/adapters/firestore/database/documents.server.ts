import { createHash } from 'node:crypto'
import {
  type DocumentData,
  FieldValue,
  type FirestoreDataConverter,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore'
import { soundText } from '../../../domain/files/plain-text'

/** Dates become timestamps; a list within a list, which Firestore refuses, becomes a map. */
export function converter<Stored extends object>(): FirestoreDataConverter<Stored> {
  return {
    toFirestore: (record) => toData(record) as DocumentData,
    fromFirestore: (snapshot) => fromData(snapshot.data()) as Stored,
  }
}

/** The field of a map that replaces a nested list. */
const inner = 'list'

export function toData(value: unknown, within?: 'list'): unknown {
  if (typeof value === 'string') return soundText(value)
  if (Array.isArray(value)) {
    const list = value.map((each) => toData(each, 'list'))
    return within ? { [inner]: list } : list
  }
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([field, each]) => [field, toData(each)]),
  )
}

function fromData(value: unknown, within?: 'list'): unknown {
  if (value instanceof Timestamp) return value.toDate()
  if (Array.isArray(value)) return value.map((each) => fromData(each, 'list'))
  if (!isPlain(value)) return value
  if (within && Array.isArray(value[inner])) return fromData(value[inner])
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, fromData(each)]))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || value instanceof FieldValue) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The texts where Firestore allows them as an id, else their hash. Source: Firestore's quotas. */
export function idOf(...texts: string[]): string {
  const id = texts.join(' ')
  if (/^(?!\.{1,2}$|__.*__$)[^/\p{Surrogate}]{1,200}$/u.test(id)) return id
  return `sha256 ${createHash('sha256').update(id).digest('base64url')}`
}

export async function listOf<Stored>(query: Query<Stored>): Promise<Stored[]> {
  return (await query.get()).docs.map((document) => document.data())
}

export async function firstOf<Stored>(query: Query<Stored>): Promise<Stored | undefined> {
  return (await listOf(query.limit(1)))[0]
}

export async function documentsOf<Stored>(
  query: Query<Stored>,
): Promise<QueryDocumentSnapshot<Stored>[]> {
  return (await query.get()).docs
}

/** Reads on until enough records are to be kept. */
export async function collect<Stored>(
  query: Query<Stored>,
  limit: number,
  isKept: (record: Stored) => boolean | Promise<boolean>,
): Promise<Stored[]> {
  const kept: Stored[] = []
  let rest = query
  for (;;) {
    const { docs } = await rest.limit(limit).get()
    const records = docs.map((each) => each.data())
    const which = await Promise.all(records.map(isKept))
    kept.push(...records.filter((_, index) => which[index]))
    const last = docs.at(-1)
    if (!last || docs.length < limit || kept.length >= limit) return kept.slice(0, limit)
    rest = query.startAfter(last)
  }
}
