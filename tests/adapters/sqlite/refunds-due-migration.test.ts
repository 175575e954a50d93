import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { refundsDue } from '../../../app/adapters/sqlite/migrations/0075-refunds-due.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace } from './old-database'

const order = (number: number, state: string, refunds: string) => `
insert into orders (id, number, checkout_key, secret_hash, state, language, email, lines, goods,
    shipping, gross, vat, currency, small_business, payment, terms_version, stock_taken, accepted_at,
    payable_until, created_at, updated_at, refunds)
  values ('o${number}', ${number}, 'k${number}', 's${number}', '${state}', 'de', 'a@example.com', '[]',
    100, 19, 119, '[]', 'EUR', 0, 'bank-transfer', 'v', 0, 1, 1, 1, 1, '${refunds}');
`

const refund = (state: string) =>
  `{"key":"${state}","at":"2026-11-20T09:00:00Z","state":"${state}"}`

const rows = `
${order(1001, 'refunded', `[${refund('done')},${refund('by-hand')}]`)}
${order(1002, 'refunded', `[${refund('done')}]`)}
${order(1003, 'paid', '[]')}
insert into order_counts values ('refunded', 2), ('paid', 1);`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(refundsDue, rows)
})
afterEach(() => place.remove())

test('Refunds from before that are due are among what is to do, and counted there', async () => {
  const database = openDatabase(place.file)
  const { orders } = storesOn(database)
  const numbers = async (list: 'to-send' | 'ended') =>
    (await orders.list(list, 9)).orders.map(({ number }) => number)
  expect(await numbers('to-send')).toEqual([1_001, 1_003])
  expect(await numbers('ended')).toEqual([1_002])
  expect(await orders.count()).toMatchObject({ paid: 1, refunded: 1, 'refund-due': 1 })
  await database.close()
})
