import { type RawBuilder, sql } from 'kysely'

/** Whether no erasure hides the desk whose id is in the column. */
export function isDeskThere(column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from account_erasures where desk_id = ${sql.ref(column)})`
}

/** Whether no erasure hides the account whose uid is in the column. */
export function isAccountThere(column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from account_erasures where uid = ${sql.ref(column)})`
}
