import { z } from 'zod'
import { orderWords } from '../../../domain/shop/order-lists'
import type { Address } from '../../../domain/shop/orders'
import type { Connection } from '../database/connection.server'

const address = z
  .string()
  .nullable()
  .transform((text) => (text ? (JSON.parse(text) as Address) : undefined))

const placed = z.object({ number: z.number(), address, billing: address })

/** Orders are found by street and postcode, too. */
export function orderAddressWords(connection: Connection): void {
  const piece = connection.prepare(
    `select number, address, billing from orders
    where number > ? and (address is not null or billing is not null) order by number limit 500`,
  )
  const addWord = connection.prepare(
    'insert or ignore into order_words (word, number) values (?, ?)',
  )
  let last = 0
  for (;;) {
    const orders = z.array(placed).parse(piece.all([last]))
    for (const order of orders) {
      for (const word of orderWords({ ...order, email: '', lines: [] }))
        addWord.run([word, order.number])
      last = order.number
    }
    if (orders.length === 0) break
  }
}
