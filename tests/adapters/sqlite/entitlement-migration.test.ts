import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { entitlementOrders } from '../../../app/adapters/sqlite/migrations/0058-entitlement-orders.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace } from './old-database'

const bought = `
insert into orders (id, number, checkout_key, secret_hash, state, language, email, lines, goods,
    shipping, gross, vat, currency, small_business, payment, terms_version, stock_taken, accepted_at,
    payable_until, created_at, updated_at)
  values ('o1', 1001, 'k', 's', 'paid', 'de', 'a@example.com', '[]', 1, 0, 1, '[]', 'EUR', 0,
    'bank-transfer', 'v', 0, 1, 1, 1, 1);
insert into entitlements (id, desk_id, order_id, product_id, grants, "from", until, created_at)
  values ('e1', 'd1', 'o1', 'plus', '{"savedReplies":5}', 1, 9, 2);
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(entitlementOrders, bought)
})
afterEach(() => place.remove())

test('what was bought before is kept, also without its order', async () => {
  const database = openDatabase(place.file)
  const kept = {
    id: 'e1',
    deskId: 'd1',
    orderId: 'o1',
    productId: 'plus',
    grants: { savedReplies: 5 },
    from: new Date(1),
    until: new Date(9),
    createdAt: new Date(2),
  }
  await database.kysely.deleteFrom('orders').execute()
  expect(await storesOn(database).entitlements.listAll('d1', 9)).toEqual([kept])
  await database.close()
})
