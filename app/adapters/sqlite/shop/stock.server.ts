import type { Kysely } from 'kysely'
import { unprovenMost } from '../../../domain/shop/order-reservations'
import type { OrderLine } from '../../../domain/shop/orders'
import type { Pieces } from '../../../domain/shop/refunds'
import type { Schema } from '../database/schema.server'
import { toOrder } from './order-rows.server'

/** How many of each product an order holds, of those that are not without limit. */
function quantities(lines: readonly OrderLine[], limited: (id: string) => boolean) {
  const wanted = new Map<string, number>()
  for (const { productId, quantity } of lines) {
    if (limited(productId)) wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)
  }
  return wanted
}

/** What is left of a product, once the figure of the catalogue is taken over; written where it is new. */
async function settle(transaction: Kysely<Schema>, productId: string, declared: number) {
  const row = await transaction
    .insertInto('stock')
    .values({ productId, declared, left: declared })
    .onConflict((conflict) =>
      conflict.column('productId').doUpdateSet(({ ref, eb }) => ({
        left: eb(ref('stock.left'), '+', eb(ref('excluded.declared'), '-', ref('stock.declared'))),
        declared: ref('excluded.declared'),
      })),
    )
    .returning('left')
    .executeTakeFirstOrThrow()
  return row.left
}

/**
 * How many are left of what there is too little of for these lines; nothing where there is enough.
 * Without `declared`, by the figures that the catalogue had when it was last asked.
 */
export async function shortOf(
  transaction: Kysely<Schema>,
  lines: readonly OrderLine[],
  declared?: Record<string, number>,
): Promise<Record<string, number>> {
  const known = declared ?? (await lastDeclared(transaction))
  const short: Record<string, number> = {}
  for (const [productId, quantity] of quantities(lines, (id) => Object.hasOwn(known, id))) {
    const left = await settle(transaction, productId, known[productId] ?? 0)
    if (left < quantity) short[productId] = Math.max(0, left)
  }
  return short
}

async function lastDeclared(transaction: Kysely<Schema>): Promise<Record<string, number>> {
  const rows = await transaction.selectFrom('stock').select(['productId', 'declared']).execute()
  return Object.fromEntries(rows.map(({ productId, declared }) => [productId, declared]))
}

/** Whether an order without proof may hold these lines beside those that others of its sort hold. */
export async function mayReserve(
  transaction: Kysely<Schema>,
  lines: readonly OrderLine[],
  declared: Record<string, number>,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom('orders')
    .selectAll()
    .where('reservedUntil', 'is not', null)
    .where('stockTaken', '=', 1)
    .execute()
  const all = [...lines, ...rows.flatMap((row) => toOrder(row).lines)]
  const wanted = quantities(lines, (id) => Object.hasOwn(declared, id))
  const held = quantities(all, (id) => wanted.has(id))
  return [...held].every(([id, quantity]) => quantity <= unprovenMost(declared[id] ?? 0))
}

/** Takes what an order holds after a change and did not before, or gives it back: what is left may fall below 0. */
export async function moveStock(transaction: Kysely<Schema>, before: Pieces, after: Pieces) {
  for (const productId of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const taken = (after[productId] ?? 0) - (before[productId] ?? 0)
    if (taken === 0) continue
    await transaction
      .updateTable('stock')
      .set((column) => ({ left: column('left', '-', taken) }))
      .where('productId', '=', productId)
      .execute()
  }
}

export async function readStock(
  kysely: Kysely<Schema>,
  declared: Record<string, number>,
): Promise<Record<string, number>> {
  const ids = Object.keys(declared)
  if (ids.length === 0) return {}
  const rows = await kysely.selectFrom('stock').selectAll().where('productId', 'in', ids).execute()
  const left = rows.map((row) => {
    const changed = (declared[row.productId] ?? 0) - row.declared
    return [row.productId, Math.max(0, row.left + changed)]
  })
  return { ...declared, ...Object.fromEntries(left) }
}
