import { createHash } from 'node:crypto'

/** A value of the Realtime Database: null, a leaf, or children by key. */
export type Value = null | boolean | number | string | { [key: string]: Value }

/** The parts of `/a/b`. */
export function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decodeURIComponent)
}

export function valueAt(tree: Value, parts: string[]): Value {
  let value = tree
  for (const part of parts) value = (typeof value === 'object' ? value?.[part] : null) ?? null
  return value
}

/** The tree with another value there; what is empty is gone. */
export function changed(tree: Value, [part, ...rest]: string[], value: Value): Value {
  if (part === undefined) return pruned(value)
  const { [part]: old = null, ...others } = typeof tree === 'object' && tree ? tree : {}
  const inner = changed(old, rest, value)
  if (inner === null) return Object.keys(others).length > 0 ? others : null
  return { ...others, [part]: inner }
}

function pruned(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  const children = Object.entries(value).map(([key, child]) => [key, pruned(child)] as const)
  const there = children.filter(([, child]) => child !== null)
  return there.length > 0 ? Object.fromEntries(there) : null
}

/** What the server puts in place of `{".sv": …}`; `old` is what an increment adds to. */
export function settled(value: Value, now: number, old: Value = null): Value {
  if (typeof value !== 'object' || value === null) return value
  const wanted = value['.sv']
  if (wanted === 'timestamp') return now
  if (typeof wanted === 'object' && wanted !== null) {
    return (typeof old === 'number' ? old : 0) + Number(wanted.increment)
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, settled(child, now, valueAt(old, [key]))]),
  )
}

/** As the client hashes a value that a transaction has read; empty for nothing. */
export function hashOf(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'object') {
    const keys = Object.keys(value).sort(byKey)
    const text = keys.map((key) => `:${key}:${hashOf(value[key] ?? null)}`).join('')
    return text === '' ? '' : sha1(text)
  }
  return sha1(`${typeof value}:${typeof value === 'number' ? bits(value) : value}`)
}

/** Whole numbers first, by size. Source: firebase.google.com/docs/database/rest/retrieve-data. */
function byKey(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)]
  const [isOne, isOther] = [Number.isInteger(a), Number.isInteger(b)]
  if (isOne && isOther) return a - b
  if (isOne !== isOther) return isOne ? -1 : 1
  return one < other ? -1 : one > other ? 1 : 0
}

function bits(value: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes.toString('hex')
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}

/** A query as the protocol has it: index, lowest and highest value, limit. */
export interface Query {
  i?: string
  sp?: Value
  ep?: Value
  l?: number
}

/** The children that a query asks for. */
export function asked(value: Value, query: Query | undefined): Value {
  if (!query || typeof value !== 'object' || value === null) return value
  const { i = '.key', sp, ep, l } = query
  const indexed = Object.entries(value).map(([key, child]) => {
    const by = i === '.key' ? key : valueAt(child, partsOf(i))
    return { key, child, by: by as number }
  })
  const found = indexed
    .filter(({ by }) => sp === undefined || by >= Number(sp))
    .filter(({ by }) => ep === undefined || by <= Number(ep))
    .sort((one, other) => one.by - other.by)
    .slice(0, l)
  return found.length > 0 ? Object.fromEntries(found.map(({ key, child }) => [key, child])) : null
}
