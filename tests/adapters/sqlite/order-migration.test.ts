import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { orderAddressWords } from '../../../app/adapters/sqlite/migrations/0038-order-address-words.server'
import { migrate } from '../../../app/adapters/sqlite/migrations/migrate.server'
import { steps } from '../../../app/adapters/sqlite/migrations/steps.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makePlace } from './places'

const address =
  '{"name":"Jörg Müller","street":"Weg 1","postcode":"1010","city":"Ort","country":"AT"}'

const before = `
insert into orders (id, number, checkout_key, secret_hash, state, language, email, address, lines,
    goods, shipping, gross, vat, currency, small_business, payment, terms_version, stock_taken,
    accepted_at, payable_until, created_at, updated_at)
  values ('o1001', 1001, 'k1001', 's1001', 'created', 'de', 'a@example.com', '${address}', '[]',
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

test('orders from before are found by street and postcode', async () => {
  const database = openDatabase(place.file)
  const { orders } = storesOn(database)
  for (const search of ['joerg', 'weg', '1010']) {
    const found = await orders.search([search], 10)
    expect(found.orders.map(({ number }) => number)).toEqual([1_001])
  }
  await database.close()
})
