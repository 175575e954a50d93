import { type Kysely, sql } from 'kysely'
import { type OrderPage, orderText, orderWords } from '../../../domain/shop/order-lists'
import type { Order } from '../../../domain/shop/orders'
import { needles, searchText, shortenText } from '../../../domain/text/search-folding'
import type { OrderRow, Schema } from '../database/schema.server'
import { has, likely } from '../tickets/snippets.server'
import { pageOf } from './order-rows.server'

/** Orders whose text a query reads: 15 ms of the processor where all of them have a word. */
const atOnce = 500

/**
 * Words of three letters or more lead through the trigram index, back from the newest order until a page
 * is full. Without any, numbers and shorter words are looked up among the orders' words.
 */
export async function searchOrders(
  kysely: Kysely<Schema>,
  words: readonly string[],
  limit: number,
  after?: number,
): Promise<OrderPage> {
  if (words.length === 0) return { orders: [] }
  const long = words.filter(isLong)
  let below: number | undefined = after ?? Number.MAX_SAFE_INTEGER
  if (long.length === 0) {
    return pageOf(await searchShort(kysely, words.map(shortenText), below, limit + 1), limit)
  }
  const match = long.map((word) => `(${likely(needles(word))})`).join(' AND ')
  const hasAll = sql.join(
    words.map((word) => sql`(${has(formsOf(word))})`),
    sql` and `,
  )
  const rows: OrderRow[] = []
  while (below !== undefined && rows.length <= limit) {
    const numbers: number[] = await likelyNumbers(kysely, match, below)
    const found = await kysely
      .selectFrom('orders')
      .selectAll()
      .where(
        sql<boolean>`number in (
          select rowid from search_index_orders
          where rowid in (select value from json_each(${JSON.stringify(numbers)})) and ${hasAll}
        )`,
      )
      .orderBy('number', 'desc')
      .limit(limit + 1 - rows.length)
      .execute()
    rows.push(...found)
    below = numbers[atOnce - 1]
  }
  return pageOf(rows, limit)
}

/** The next orders that have all the words' trigrams, the newest first. */
async function likelyNumbers(
  kysely: Kysely<Schema>,
  match: string,
  below: number,
): Promise<number[]> {
  const { rows } = await sql<{ rowid: number }>`
    select rowid from search_index_orders where words match ${match} and rowid < ${below}
    order by rowid desc limit ${atOnce}`.execute(kysely)
  return rows.map(({ rowid }) => Number(rowid))
}

function isLong(word: string): boolean {
  return !/^\d+$/.test(word) && [...shortenText(word)].length > 2
}

/** As in the indexed text: numbers match entirely, short words from their beginning. */
function formsOf(word: string): string[] {
  if (isLong(word)) return needles(word)
  return [/^\d+$/.test(word) ? ` ${word} ` : ` ${shortenText(word)}`]
}

function searchShort(
  kysely: Kysely<Schema>,
  words: readonly string[],
  below: number,
  limit: number,
): Promise<OrderRow[]> {
  let found = kysely
    .selectFrom('orders')
    .selectAll()
    .where('number', '<', below)
    .orderBy('number', 'desc')
    .limit(limit)
  for (const word of words) {
    const to = /^\d+$/.test(word) ? word : `${word}\u{10ffff}`
    found = found.where('number', 'in', ({ selectFrom }) =>
      selectFrom('orderWords').select('number').where('word', '>=', word).where('word', '<=', to),
    )
  }
  return found.execute()
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
  await transaction.deleteFrom('orderWords').where('number', '=', number).execute()
  await transaction
    .insertInto('orderWords')
    .values(orderWords(order).map((word) => ({ word, number })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`insert or replace into search_index_orders (rowid, words)
    values (${number}, ${searchText(text)})`.execute(transaction)
}
