import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { withdrawalsDue } from '../../../app/adapters/sqlite/migrations/0082-withdrawals-due.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace } from './old-database'

const order = (number: number, state: string, events: string[], refunds: unknown[] = []) => `
insert into orders (id, number, checkout_key, secret_hash, state, listed, language, email, lines,
    goods, shipping, gross, vat, currency, small_business, payment, terms_version, stock_taken,
    accepted_at, payable_until, created_at, updated_at, refunds, history)
  values ('o${number}', ${number}, 'k${number}', 's${number}', '${state}', '${state}', 'de',
    'a@example.com', '[]', 100, 19, 119, '[]', 'EUR', 0, 'bank-transfer', 'v', 0, 1, 1, 1, 1,
    '${JSON.stringify(refunds)}', '${JSON.stringify(events.map(entry))}');
`

const entry = (event: string, index: number) => ({ event, at: `2026-11-20T09:0${index}:00.000Z` })

const refund = (state: string, minute: number) => ({
  key: state,
  at: `2026-11-20T09:0${minute}:00.000Z`,
  state,
})

const rows = `
${order(1001, 'awaiting-payment', ['withdrawn'])}
${order(1002, 'awaiting-payment', ['withdrawn', 'mistaken'])}
${order(1003, 'awaiting-payment', ['withdrawn', 'mistaken', 'undo'])}
${order(1004, 'awaiting-payment', ['withdrawn', 'mistaken', 'withdrawn'])}
${order(1005, 'cancelled', ['withdrawn', 'cancel'])}
${order(1006, 'fulfilled', ['fulfil', 'withdrawn'], [refund('done', 0), refund('begun', 3)])}
${order(1007, 'fulfilled', ['fulfil', 'withdrawn'], [refund('done', 3)])}
insert into order_counts values ('awaiting-payment', 4), ('cancelled', 1), ('fulfilled', 2);`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(withdrawalsDue, rows)
})
afterEach(() => place.remove())

test('Withdrawals from before that are not answered are among what is to do, and counted there', async () => {
  const database = openDatabase(place.file)
  const { orders } = storesOn(database)
  const numbers = async (list: 'to-send' | 'to-pay' | 'done') =>
    (await orders.list(list, 9)).orders.map(({ number }) => number)
  expect(await numbers('to-send')).toEqual([1_001, 1_003, 1_004, 1_006])
  expect([await numbers('to-pay'), await numbers('done')]).toEqual([[1_002], [1_007]])
  expect(await orders.count()).toMatchObject({
    withdrawn: 4,
    'awaiting-payment': 1,
    cancelled: 1,
    fulfilled: 1,
  })
  await database.close()
})
