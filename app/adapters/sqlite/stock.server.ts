import type { Kysely } from 'kysely'
import type { OrderLine } from '../../domain/orders'
import type { Schema } from './schema.server'

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
 * Takes an order's goods off the stock. Where there is too little nothing is taken, and the answer
 * says how many are left of what is short.
 */
export async function takeStock(
  transaction: Kysely<Schema>,
  lines: readonly OrderLine[],
  declared: Record<string, number>,
): Promise<Record<string, number>> {
  const wanted = quantities(lines, (id) => Object.hasOwn(declared, id))
  const short: Record<string, number> = {}
  for (const [productId, quantity] of wanted) {
    const left = await settle(transaction, productId, declared[productId] ?? 0)
    if (left < quantity) short[productId] = Math.max(0, left)
  }
  if (Object.keys(short).length === 0) await change(transaction, wanted, -1)
  return short
}

/** Gives an order's goods back, or takes them again: then what is left may fall below 0. */
export async function moveStock(
  transaction: Kysely<Schema>,
  lines: readonly OrderLine[],
  direction: 1 | -1,
) {
  await change(
    transaction,
    quantities(lines, () => true),
    direction,
  )
}

async function change(transaction: Kysely<Schema>, wanted: Map<string, number>, direction: 1 | -1) {
  for (const [productId, quantity] of wanted) {
    await transaction
      .updateTable('stock')
      .set((column) => ({ left: column('left', '+', direction * quantity) }))
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
