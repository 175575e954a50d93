import type { AnyKind, AnyList, Cell, Kind } from '../../../domain/records/kinds'
import type { Range } from '../../../domain/records/records'
import { toCell } from '../database/schema.server'

/** SQL with its parameters. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Names come from declarations alone, and values are always parameters. */
function column(field: string): string {
  return `"${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`
}

function table(kind: AnyKind): string {
  return column(kind.table)
}

function select(kind: AnyKind): string {
  const columns = Object.keys(kind.cells).map((field) => `${column(field)} as "${field}"`)
  return `select ${columns.join(', ')} from ${table(kind)}`
}

/**
 * Desks and accounts that are being erased are not there. What is a desk's is there for commits alone (`all`),
 * as their keys and numbers are still taken.
 */
function visible(kind: AnyKind, all: boolean): string[] {
  const erased = (hidden: string, field: string) =>
    `not exists (select 1 from account_erasures where account_erasures.${hidden} = ${table(kind)}.${column(field)})`
  if (kind.owner) return [erased(kind.owner === 'desk' ? 'desk_id' : 'uid', kind.key[0] ?? '')]
  return kind.desk && !all ? [erased('desk_id', kind.desk)] : []
}

function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}

const keyed = ({ key }: AnyKind) => key.map((field) => `${column(field)} = ?`)

/** In one statement, whatever their number, so that it stays cached. */
const isAnyOf = (name: string) => `${name} in (select value from json_each(?))`

export function allStatement(kind: AnyKind, keys: readonly string[], all: boolean): Statement {
  const conditions = [isAnyOf(column(kind.key[0] ?? '')), ...visible(kind, all)]
  return { text: `${select(kind)}${where(conditions)}`, values: [JSON.stringify(keys)] }
}

export function getStatement(kind: AnyKind, key: string[], all: boolean): Statement {
  const conditions = [...keyed(kind), ...visible(kind, all)]
  return { text: `${select(kind)}${where(conditions)}`, values: key }
}

/** The conditions of a list and its range, and their parameters. */
function within(
  { key }: AnyKind,
  list: AnyList,
  by: object,
  { where: some = {}, from, until, after }: Range,
): { conditions: string[]; values: unknown[] } {
  const order = list.order ?? key[0] ?? ''
  const asked = [
    ...list.by.map((field) => [field, Reflect.get(by, field)] as const),
    ...Object.entries(some),
  ].map(([field, value]) => [condition(column(field), value), [value]] as const)
  const place = list.paged && after !== undefined ? [order, ...key] : [order]
  const later = `(${place.map(column).join(', ')}) ${list.descending ? '<' : '>'} (${place.map(() => '?').join(', ')})`
  const limits = [
    [`${column(order)} >= ?`, [from]],
    [`${column(order)} < ?`, [until]],
    [later, list.paged ? place.map((field) => Reflect.get(Object(after), field)) : [after]],
  ] as const
  const given = [...asked, ...limits.filter(([, [value]]) => value !== undefined)]
  return {
    conditions: given.map(([condition]) => condition),
    values: given.flatMap(([, values]) => values.map(toCell)).filter((cell) => cell !== null),
  }
}

function condition(name: string, value: unknown): string {
  if (value === undefined) return `${name} is null`
  return Array.isArray(value) ? isAnyOf(name) : `${name} = ?`
}

export function listStatement(
  kind: AnyKind,
  name: string,
  by: object,
  range: Range,
  all: boolean,
): Statement {
  const list = listOf(kind, name)
  const { conditions, values } = within(kind, list, by, range)
  const { order = kind.key[0] ?? '', thenBy, paged, descending } = list
  const sorted = [order, ...(thenBy ? [thenBy] : [])]
  const ties =
    paged || range.limit === undefined ? kind.key.filter((field) => !sorted.includes(field)) : []
  const ordered = [
    ...sorted.map((field) => `${column(field)}${descending ? ' desc' : ''}`),
    ...ties.map(column),
  ].join(', ')
  const text = `${select(kind)}${where([...conditions, ...visible(kind, all)])} order by ${ordered}`
  if (range.limit === undefined) return { text, values }
  return { text: `${text} limit ?`, values: [...values, range.limit] }
}

/** In order of the list, so that what is oldest goes first. */
export function clearStatement(
  kind: AnyKind,
  name: string,
  by: object,
  range: Range & { limit: number },
): Statement {
  const list = listOf(kind, name)
  const { conditions, values } = within(kind, list, by, range)
  const key = kind.key.map(column).join(', ')
  const order = column(list.order ?? kind.key[0] ?? '')
  const some = `select ${key} from ${table(kind)}${where(conditions)} order by ${order} limit ?`
  return {
    text: `delete from ${table(kind)} where (${key}) in (${some})`,
    values: [...values, range.limit],
  }
}

/** Removes some of a desk's records. */
export function ofDeskStatement(kind: AnyKind, deskId: string, limit: number): Statement {
  const key = kind.key.map(column).join(', ')
  const some = `select ${key} from ${table(kind)} where ${column(kind.desk ?? '')} = ? limit ?`
  return { text: `delete from ${table(kind)} where (${key}) in (${some})`, values: [deskId, limit] }
}

/** The next records of a kind by key, after the one of the given key. */
export function pageStatement(kind: AnyKind, after: string[], limit: number): Statement {
  const key = kind.key.map(column).join(', ')
  const later = after.length > 0 ? [`(${key}) > (${after.map(() => '?').join(', ')})`] : []
  return {
    text: `${select(kind)}${where(later)} order by ${key} limit ?`,
    values: [...after, limit],
  }
}

/** A missing field is its column's default. */
export function insertStatement(kind: AnyKind, record: object): Statement {
  const fields = Object.keys(kind.cells).filter((field) => Reflect.get(record, field) !== undefined)
  const places = fields.map(() => '?').join(', ')
  return {
    text: `insert into ${table(kind)} (${fields.map(column).join(', ')}) values (${places})`,
    values: fields.map((field) => toCell(Reflect.get(record, field))),
  }
}

export function updateStatement(
  kind: AnyKind,
  key: string[],
  fields: [field: string, value: unknown][],
): Statement {
  const set = fields.map(([field]) => `${column(field)} = ?`).join(', ')
  return {
    text: `update ${table(kind)} set ${set}${where(keyed(kind))}`,
    values: [...fields.map(([, value]) => toCell(value)), ...key],
  }
}

export function deleteStatement(kind: AnyKind, key: string[]): Statement {
  return { text: `delete from ${table(kind)}${where(keyed(kind))}`, values: key }
}

function listOf(kind: AnyKind, name: string): AnyList {
  const list = kind.lists[name]
  if (!list) throw new Error(`There is no list ${name} of ${kind.table}`)
  return list
}

/** A row as its record; NULL is an absent field. */
export function toRecord<R extends object>(kind: Kind<R>, row: object): R
export function toRecord(kind: AnyKind, row: object): object
export function toRecord({ cells }: AnyKind, row: object): object {
  const record: Record<string, unknown> = {}
  for (const [field, cell] of Object.entries(cells)) {
    const value = Reflect.get(row, field)
    if (value !== null) record[field] = decode(cell, value)
  }
  return record
}

function decode(cell: Cell, value: unknown): unknown {
  switch (cell) {
    case 'time':
      return new Date(value as number)
    case 'flag':
      return value === 1
    case 'json':
      return JSON.parse(value as string)
    case 'bytes':
      // libsql returns bare ArrayBuffers.
      return new Uint8Array(value as ArrayBuffer)
    default:
      return value
  }
}
