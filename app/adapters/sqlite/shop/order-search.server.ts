import { type Kysely, sql } from 'kysely'
import { type OrderPage, orderText, orderWords } from '../../../domain/shop/order-lists'
import type { Order } from '../../../domain/shop/orders'
import { needles, searchText, shortenText } from '../../../domain/text/search-folding'
import type { Schema } from '../database/schema.server'
import { has, likely } from '../tickets/snippets.server'
import { pageOf } from './order-rows.server'

/** Orders looked through by the first query; each further one looks through four times as many. */
const firstStep = 2_000

/**
 * Goes back from the newest order and stops when a page is full. Numbers, and words too short for the
 * trigram index, are looked up among the orders' words.
 */
export async function searchOrders(
  kysely: Kysely<Schema>,
  words: readonly string[],
  limit: number,
  after?: number,
): Promise<OrderPage> {
  if (words.length === 0) return { orders: [] }
  const rows: Awaited<ReturnType<typeof searchBetween>> = []
  let below = after ?? (await newestNumber(kysely)) + 1
  for (let step = firstStep; below > 0 && rows.length <= limit; step *= 4) {
    const from = Math.max(0, below - step)
    rows.push(...(await searchBetween(kysely, words, from, below, limit + 1 - rows.length)))
    below = from
  }
  return pageOf(rows, limit)
}

function searchBetween(
  kysely: Kysely<Schema>,
  words: readonly string[],
  from: number,
  below: number,
  limit: number,
) {
  let found = kysely
    .selectFrom('orders')
    .selectAll()
    .where('number', '>=', from)
    .where('number', '<', below)
    .orderBy('number', 'desc')
    .limit(limit)
  for (const typed of words) {
    const word = shortenText(typed)
    if (!/^\d+$/.test(word) && [...word].length > 2) {
      const looked = needles(typed)
      found = found.where(
        sql<boolean>`number in (
          select rowid from search_index_orders where words match ${likely(looked)}
            and rowid >= ${from} and rowid < ${below} and (${has(looked)})
        )`,
      )
      continue
    }
    const to = /^\d+$/.test(word) ? word : `${word}\u{10ffff}`
    found = found.where('number', 'in', ({ selectFrom }) =>
      selectFrom('orderWords').select('number').where('word', '>=', word).where('word', '<=', to),
    )
  }
  return found.execute()
}

async function newestNumber(kysely: Kysely<Schema>): Promise<number> {
  const { number } = await kysely
    .selectFrom('orders')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirstOrThrow()
  return Number(number ?? 0)
}

/** Indexes the order, within the transaction that adds or changes it; nothing if its text is the same. */
export async function indexOrder(
  transaction: Kysely<Schema>,
  order: Order,
  before?: Order,
): Promise<void> {
  const text = orderText(order)
  if (before && orderText(before) === text) return
  const { number } = order
  await transaction
    .insertInto('orderWords')
    .values(orderWords(order).map((word) => ({ word, number })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`insert or replace into search_index_orders (rowid, words)
    values (${number}, ${searchText(text)})`.execute(transaction)
}
