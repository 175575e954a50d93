import { type RawBuilder, sql } from 'kysely'

export function isDeskThere(column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from account_erasures where desk_id = ${sql.ref(column)})`
}

export function isAccountThere(column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from account_erasures where uid = ${sql.ref(column)})`
}
