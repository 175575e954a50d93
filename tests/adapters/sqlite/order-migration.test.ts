import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { orderAddressWords } from '../../../app/adapters/sqlite/migrations/0038-order-address-words.server'
import { migrate } from '../../../app/adapters/sqlite/migrations/migrate.server'
import { steps } from '../../../app/adapters/sqlite/migrations/steps.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { orderSearch } from '../../../app/domain/shop/order-lists'
import { makePlace } from './places'

const address =
  '{"name":"Jörg Müller","street":"Weg 1","postcode":"1010","city":"Ort","country":"AT"}'

const soon = { en: 'soon', de: 'bald' }
const scarf = { en: 'Wool scarf', de: 'Wollschal' }
const lines = JSON.stringify([{ productId: 'scarf', title: scarf, deliveryTime: soon }])

const before = `
insert into orders (id, number, checkout_key, secret_hash, state, language, email, address, lines,
    goods, shipping, gross, vat, currency, small_business, payment, terms_version, stock_taken,
    accepted_at, payable_until, created_at, updated_at)
  values ('o1001', 1001, 'k1001', 's1001', 'created', 'de', 'a@example.com', '${address}', '${lines}',
    100, 19, 119, '[]', 'EUR', 0, 'bank-transfer', 'v', 0, 1, 1, 1, 1);
insert into order_words (word, number) values ('joerg', 1001);
`

let place: Awaited<ReturnType<typeof makePlace>>
beforeEach(async () => {
  place = await makePlace()
  const connection = connect(place.file)
  migrate(connection, place.file, steps.slice(0, steps.indexOf(orderAddressWords)))
  connection.exec(before)
  connection.close()
})
afterEach(() => place.remove())

test('orders from before are found by street, postcode and product, within words too', async () => {
  const database = openDatabase(place.file)
  const { orders } = storesOn(database)
  for (const search of ['joerg', 'jö', 'weg', '1010', 'example', 'schal', 'üller', 'Nr. 1001']) {
    const found = await orders.search(orderSearch(search), 10)
    expect(
      found.orders.map(({ number }) => number),
      search,
    ).toEqual([1_001])
  }
  await database.close()
})

test('an erased order’s text leaves the index with it', async () => {
  const database = openDatabase(place.file)
  await database.kysely.deleteFrom('orders').execute()
  await sql`insert into search_index_orders (search_index_orders) values ('integrity-check')`.execute(
    database.kysely,
  )
  const { rows } =
    await sql`select rowid from search_index_orders where words match 'schal'`.execute(
      database.kysely,
    )
  expect(rows).toEqual([])
  await database.close()
})
