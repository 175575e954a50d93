import { z } from 'zod'
import { orderText, orderWords } from '../../../domain/shop/order-lists'
import type { Order } from '../../../domain/shop/orders'
import { filledIn } from '../../../domain/text/languages'
import { searchText } from '../../../domain/text/search-folding'
import type { Connection } from '../database/connection.server'

const table = `
create virtual table search_index_orders using fts5 (words, tokenize = 'trigram');
-- An erased order's text is gone at once, not with its segment.
insert into search_index_orders (search_index_orders, rank) values ('secure-delete', 1);
create trigger orders_forget_search after delete on orders begin
  delete from search_index_orders where rowid = old.number;
end;
`

const json = <Value>() =>
  z
    .string()
    .nullable()
    .transform((text): Value | undefined => (text ? JSON.parse(text) : undefined))

const placed = z
  .object({
    number: z.number(),
    invoiceNumber: z.number().nullable(),
    providerRef: z.string().nullable(),
    email: z.string(),
    address: json<Order['address']>(),
    billing: json<Order['billing']>(),
    pickup: json<Order['pickup']>(),
    lines: json<Order['lines']>(),
  })
  .transform(({ invoiceNumber, providerRef, lines = [], ...row }) => ({
    ...row,
    invoiceNumber: invoiceNumber ?? undefined,
    providerRef: providerRef ?? undefined,
    lines: lines.map((line) => ({ ...line, title: filledIn(line.title) })),
  }))

/** Orders are found within words, and by their products. */
export function orderSearch(connection: Connection): void {
  connection.exec(table)
  indexOrders(connection, 'true')
}

/** Those with `condition`, in SQL. In pieces, so that few are in memory at once. */
export function indexOrders(connection: Connection, condition: string): void {
  const piece = connection.prepare(
    `select number, invoice_number as invoiceNumber, provider_ref as providerRef, email, address,
      billing, pickup, lines
    from orders where number > ? and (${condition}) order by number limit 500`,
  )
  const addWord = connection.prepare(
    'insert or ignore into order_words (word, number) values (?, ?)',
  )
  const addText = connection.prepare(
    'insert or replace into search_index_orders (rowid, words) values (?, ?)',
  )
  let last = 0
  for (;;) {
    const orders = z.array(placed).parse(piece.all([last]))
    for (const order of orders) {
      for (const word of orderWords(order)) addWord.run([word, order.number])
      addText.run([order.number, searchText(orderText(order))])
      last = order.number
    }
    if (orders.length === 0) break
  }
}
