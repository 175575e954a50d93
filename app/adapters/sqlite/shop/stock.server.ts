import type { Kysely } from 'kysely'
import { unprovenMost } from '../../../domain/shop/order-reservations'
import type { OrderLine } from '../../../domain/shop/orders'
import type { Pieces } from '../../../domain/shop/refunds'
import type { Schema } from '../database/schema.server'
import { toOrder } from './order-rows.server'

/** Pieces per product of limited stock. */
function quantities(lines: readonly OrderLine[], limited: (id: string) => boolean) {
  const wanted = new Map<string, number>()
  for (const { productId, quantity } of lines) {
    if (limited(productId)) wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)
  }
  return wanted
}

/** What is left of a product after taking over the catalogue's figure; written if it changed. */
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
 * Returns how many are left of each product that is short for these lines. Without `declared`, uses
 * the catalogue's figures from when it was last asked.
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

/** Whether an unproven order may hold these lines beside those that other unproven ones hold. */
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

/** Takes or gives back the difference between two holdings; what is left may fall below 0. */
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
