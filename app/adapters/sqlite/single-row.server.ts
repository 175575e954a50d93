import type { Kysely } from 'kysely'
import type { Schema } from './database/schema.server'

/** Tables of one row: JSON, and a version that grows with each change, from 1. */
type Table = 'catalogue' | 'legalDetails' | 'siteSettings'

/** 0 while the table is empty. */
export async function versionIn(kysely: Kysely<Schema>, table: Table): Promise<number> {
  const row = await kysely.selectFrom(table).select('version').executeTakeFirst()
  return row?.version ?? 0
}

export async function readRow(kysely: Kysely<Schema>, table: Table) {
  const row = await kysely.selectFrom(table).select(['version', 'content']).executeTakeFirst()
  return row && { version: row.version, content: JSON.parse(row.content) }
}

export async function writeRow(
  transaction: Kysely<Schema>,
  table: Table,
  version: number,
  content: object,
): Promise<void> {
  const cells = { version, content: JSON.stringify(content) }
  await transaction
    .insertInto(table)
    .values({ id: 1, ...cells })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
    .execute()
}
