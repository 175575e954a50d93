import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { migrate } from '../../../app/adapters/sqlite/database/migrate.server'
import { migrations } from '../../../app/adapters/sqlite/database/migrations.server'
import { orderAddressWords } from '../../../app/adapters/sqlite/migrations/0037-order-address-words.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makePlace } from './places'

const vat = '[{"rate":19,"net":100,"vat":19,"gross":119}]'
const words = `{"en":"Bell","de":"Glocke"}`
const line = `[{"productId":"bell","quantity":2,"price":50,"gross":100,"vatRate":19,"shipped":true,
  "title":${words},"deliveryTime":${words}}]`
const address = `{"name":"Jörg Müller","street":"Weg 1","postcode":"1","city":"Ort","country":"AT"}`
const row = (number: number, state: string, times: string, invoice = 'null') =>
  `('o${number}', ${number}, ${invoice}, 'k${number}', 's${number}', '${state}', 'de', 'a@example.com',
    '${address}', '${line}', 100, 19, 119, '${vat}', 'EUR', 0, 'bank-transfer', 'v', 1, 9, ${times}, 1, 1, 1)`

const before = `
insert into orders (id, number, invoice_number, checkout_key, secret_hash, state, language, email,
    address, lines, goods, shipping, gross, vat, currency, small_business, payment, terms_version,
    accepted_at, payable_until, paid_at, fulfilled_at, closed_at, refunded_at, created_at,
    updated_at, stock_taken)
  values ${row(1001, 'created', 'null, null, null, null')},
    ${row(1002, 'fulfilled', '10, 20, null, null', '1')},
    ${row(1003, 'refunded', '10, null, null, 30', '2')},
    ${row(1004, 'expired', 'null, null, 40, null')};
insert into restricted_orders (number, record, keep_until) values (900, '${JSON.stringify({
  id: 'o900',
  number: 900,
  invoiceNumber: 3,
  payment: 'stripe',
  address,
  gross: 119,
  vat,
  paidAt: 5,
  refundedAt: null,
}).replaceAll("'", "''")}', 99);
`

let place: Awaited<ReturnType<typeof makePlace>>
beforeEach(async () => {
  place = await makePlace()
  const connection = connect(place.file)
  const upTo = migrations.findIndex(
    (step) => typeof step === 'function' && step.name === 'orderRoom',
  )
  migrate(connection, place.file, migrations.slice(0, upTo))
  connection.exec(before)
  connection.close()
})
afterEach(() => place.remove())

test('orders from before keep what they were, as history, lists, words and bookings', async () => {
  const database = openDatabase(place.file)
  const { orders } = storesOn(database)
  const history = async (number: number) => (await orders.find({ number }))?.history
  expect(await history(1_001)).toEqual([])
  expect(await history(1_002)).toEqual([
    { event: 'payment-arrives', at: new Date(10) },
    { event: 'fulfil', at: new Date(20) },
  ])
  expect(await history(1_004)).toEqual([{ event: 'expire', at: new Date(40) }])
  expect(await orders.find({ number: 1_003 })).toMatchObject({
    history: [{ event: 'payment-arrives' }, { event: 'refund', refund: 'all' }],
    refunds: [{ key: 'all', pieces: { bell: 2 }, shipping: 19, amount: 119, state: 'by-hand' }],
  })
  expect(await orders.count()).toMatchObject({ created: 1, fulfilled: 1, refunded: 1, expired: 1 })
  expect((await orders.search(['muller'], 9)).orders).toHaveLength(4)
  expect((await orders.search(['1002'], 9)).orders).toHaveLength(1)
  const { bookings } = await orders.listBookings(new Date(0), new Date(99), 9)
  expect(bookings.map(({ id, invoiceNumber, country }) => [id, invoiceNumber, country])).toEqual([
    ['o900 payment', 3, 'AT'],
    ['o1002 payment', 1, 'AT'],
    ['o1003 payment', 2, 'AT'],
    ['o1003 refund all', 2, 'AT'],
  ])
  await database.close()
})

test('orders from before are found by street and postcode', async () => {
  const database = openDatabase(place.file)
  const connection = connect(place.file)
  connection.exec('delete from order_words')
  orderAddressWords(connection)
  connection.close()
  const { orders } = storesOn(database)
  expect((await orders.search(['weg', '1002'], 9)).orders).toHaveLength(1)
  expect((await orders.search(['ort'], 9)).orders).toHaveLength(4)
  await database.close()
})
