import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { searchForms } from '../../../app/adapters/sqlite/migrations/0057-search-forms.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { orderSearch } from '../../../app/domain/shop/order-lists'
import { makeOldPlace, oldTicket } from './old-database'

const address =
  '{"name":"Jan","street":"Kade 1","postcode":"1012 AB","city":"Amsterdam","country":"NL"}'

/** Texts as they were indexed before. */
const before = `
update desks set search_place = 1, last_number = 1;
insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at)
  values ('m1', 't1', 1, 'k1', 'visitor', 'text', 'Call 0171 / 123 45-67', 'en', 1),
    ('m2', 't1', 2, 'k2', 'owner', 'text', 'The co\u00adffee pot', 'en', 2);
insert into search_texts (id, desk_id, ticket_id, message_id)
  values ((1 << 47) + (1 << 20), 'd1', 't1', 'm1'), ((1 << 47) + (1 << 20) + 1, 'd1', 't1', 'm2');
insert into search_index (rowid, words)
  values ((1 << 47) + (1 << 20), ' call 0171 123 45 67 '),
    ((1 << 47) + (1 << 20) + 1, ' the co ffee pot ');
insert into orders (id, number, checkout_key, secret_hash, state, language, email, address, lines,
    goods, shipping, gross, vat, currency, small_business, payment, terms_version, stock_taken,
    accepted_at, payable_until, created_at, updated_at)
  values ('o1001', 1001, 'k1001', 's1001', 'created', 'de', 'a@example.com', '${address}', '[]',
    100, 19, 119, '[]', 'EUR', 0, 'bank-transfer', 'v', 0, 1, 1, 1, 1);
insert into search_index_orders (rowid, words) values (1001, ' 1001 jan kade 1 1012 ab amsterdam ');
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(searchForms, oldTicket + before)
})
afterEach(() => place.remove())

test('telephone numbers, soft hyphens and postcodes from before are found as new ones are', async () => {
  const database = openDatabase(place.file)
  const { ticketSearch, orders } = storesOn(database)
  for (const words of [['01711234567'], ['coffee'], ['pot']]) {
    const { found } = await ticketSearch.search('d1', words, {}, 10)
    expect(
      found.map(({ ticket }) => ticket.number),
      words[0],
    ).toEqual([1])
  }
  const found = await orders.search(orderSearch('1012AB'), 10)
  expect(found.orders.map(({ number }) => number)).toEqual([1_001])
  await database.close()
})
