import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { SentQuery } from './firestore-calls'

const field = z.object({
  fieldPath: z.string(),
  order: z.enum(['ASCENDING', 'DESCENDING']).optional(),
  arrayConfig: z.literal('CONTAINS').optional(),
})

const scope = z.enum(['COLLECTION', 'COLLECTION_GROUP'])

const indexesFile = z.object({
  indexes: z.array(
    z.object({ collectionGroup: z.string(), queryScope: scope, fields: z.array(field) }),
  ),
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.boolean().optional(),
      indexes: z.array(field.omit({ fieldPath: true }).extend({ queryScope: scope })),
    }),
  ),
})

type Index = z.infer<typeof indexesFile>['indexes'][number]

/** The indexes as they are deployed. */
export function readIndexes() {
  return indexesFile.parse(JSON.parse(readFileSync('firestore.indexes.json', 'utf8')))
}

/** What a query asks of an index. */
interface Asked {
  collection: string
  scope: z.infer<typeof scope>
  /** Fields that have to be something. */
  equal: string[]
  /** Fields of which a list has to hold something. */
  holding: string[]
  order: { fieldPath: string; order: 'ASCENDING' | 'DESCENDING' }[]
}

function askedBy({ from, where, orderBy = [] }: SentQuery): Asked {
  const asked: Asked = {
    collection: from[0]?.collectionId ?? '',
    scope: from[0]?.allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION',
    equal: [],
    holding: [],
    order: orderBy.map(({ field, direction }) => ({
      fieldPath: field.fieldPath,
      order: direction,
    })),
  }
  const filters = where?.compositeFilter?.filters ?? (where ? [where] : [])
  for (const { fieldFilter, unaryFilter } of filters) {
    const { field, op } = fieldFilter ?? unaryFilter ?? { field: { fieldPath: '' }, op: '' }
    if (['EQUAL', 'IN', 'IS_NULL'].includes(op)) asked.equal.push(field.fieldPath)
    else if (op.startsWith('ARRAY_CONTAINS')) asked.holding.push(field.fieldPath)
    else if (!asked.order.some(({ fieldPath }) => fieldPath === field.fieldPath))
      asked.order.push({ fieldPath: field.fieldPath, order: 'ASCENDING' })
  }
  // Every index ends with the document's name, in the direction of the field before it.
  const last = asked.order.at(-1)
  const direction = asked.order.at(-2)?.order ?? 'ASCENDING'
  if (last?.fieldPath === '__name__' && last.order === direction) asked.order.pop()
  return asked
}

/**
 * The index that a query needs besides those that Firestore makes for each field by itself; undefined
 * if those do. Source: firebase.google.com/docs/firestore/query-data/index-overview.
 */
export function indexFor(query: SentQuery): Index | undefined {
  const { collection, scope, equal, holding, order } = askedBy(query)
  const ofOneField = equal.length + holding.length + order.length <= 1
  // All of a kind by their names, as the parts of a partitioned query, in any scope.
  if (equal.length + holding.length + order.length === 0) return undefined
  const isEqualAlone = holding.length + order.length === 0
  if (scope === 'COLLECTION' && (ofOneField || isEqualAlone)) return undefined
  return {
    collectionGroup: collection,
    queryScope: scope,
    fields: [
      ...[...equal].sort().map((fieldPath) => ({ fieldPath, order: 'ASCENDING' as const })),
      ...holding.map((fieldPath) => ({ fieldPath, arrayConfig: 'CONTAINS' as const })),
      ...order,
    ],
  }
}

/** Those of the queries that no index answers: one for all their fields, or several for the same order. */
export function uncovered(queries: readonly SentQuery[]): unknown[] {
  const { indexes, fieldOverrides } = readIndexes()
  const missing = new Map<string, unknown>()
  for (const query of queries) {
    // Documents of all collections by their names, as recursiveDelete asks, need no index of the file.
    if (!query.from[0]?.collectionId) continue
    const needed = indexFor(query)
    const asked = askedBy(query)
    const usable = indexes.filter(
      (index) =>
        index.collectionGroup === asked.collection &&
        index.queryScope === asked.scope &&
        endsWith(index, asked) &&
        namesOf(index, asked).every((name) => [...asked.equal, ...asked.holding].includes(name)),
    )
    const isCovered = needed
      ? isWhole(usable, asked)
      : ![...asked.equal, ...asked.holding, ...asked.order.map(({ fieldPath }) => fieldPath)].some(
          (fieldPath) =>
            fieldOverrides.some(
              (each) =>
                each.collectionGroup === asked.collection &&
                each.fieldPath === fieldPath &&
                each.indexes.length === 0,
            ),
        )
    if (!isCovered) missing.set(JSON.stringify(needed ?? asked), needed ?? asked)
  }
  return [...missing.values()]
}

/** Whether one has all fields, or several that end alike have all together; lists cannot be put together. */
function isWhole(usable: readonly Index[], asked: Asked): boolean {
  const all = [...asked.equal, ...asked.holding]
  const one = usable.some((index) => namesOf(index, asked).length === all.length)
  if (one || asked.holding.length > 0) return one
  const names = usable.flatMap((index) => namesOf(index, asked))
  return all.length > 0 && all.every((name) => names.includes(name))
}

/** The fields before those that the query sorts by. */
function namesOf({ fields }: Index, { order }: Asked): string[] {
  return fields.slice(0, fields.length - order.length).map(({ fieldPath }) => fieldPath)
}

function endsWith({ fields }: Index, { order }: Asked): boolean {
  const end = fields.slice(fields.length - order.length)
  return order.every(
    (each, index) => end[index]?.fieldPath === each.fieldPath && end[index]?.order === each.order,
  )
}
