import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { migrate } from '../../../app/adapters/sqlite/database/migrate.server'
import { migrations } from '../../../app/adapters/sqlite/database/migrations.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import type { Stores } from '../../../app/domain/stores'
import { exampleLine, exampleOrder, minute } from '../../contracts/examples'
import { makePlace } from './places'

const lines = JSON.stringify([exampleLine('bell', 2), exampleLine('gift', 1)])
const before = `
insert into accounts (uid, email, email_verified, locale, created_at)
  values ('ada', 'ÄDA@Example.com', 1, 'de', 0), ('ben', 'Ben@Example.com', 1, 'de', 0);
insert into desks (id, owner_uid, public_key, name, greeting, time_zone, created_at, last_number)
  values ('desk', 'ada', 'key', '', '{}', 'Europe/Berlin', 0, 2);
insert into tickets (id, desk_id, number, start_key, secret_hash, state, locale, visitor_name,
    visitor_email, title, latest, last_seq, visitor_seen_seq, owner_seen_seq, held_for, created_at, updated_at)
  values ('one', 'desk', 1, '1', '1', 'held', 'de', '', 'ÖTTO@Example.com', '', '', 1, 0, 0, 'blocked', 1, 1),
    ('two', 'desk', 2, '2', '2', 'waiting', 'de', '', '', '', '', 1, 0, 0, null, 1, 1);
insert into feedback (id, desk_id, kind, create_key, ticket_id, number, rating, comment, locale, email, state,
    created_at, updated_at)
  values ('f1', 'desk', 'ticket', 'two', 'two', 2, 5, '', 'de', '', 'shown', 86400001, 86400001),
    ('f2', 'desk', 'free', 'k2', null, null, 4, '', 'de', '', 'shown', 86400002, 86400002),
    ('f3', 'desk', 'free', 'k3', null, null, 1, '', 'de', '', 'hidden', 86400003, 86400003);
update tickets set done_at = 86400000, rated_at = 86400001 where id = 'two';
insert into ticket_history (ticket_id, at, actor, kind, detail)
  values ('one', 1, 'owner', 'block', 'held'), ('two', 1, 'owner', 'owner-replies', 'waiting');
insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at)
  values ('m1', 'one', 1, 'k', 'visitor', 'text', '', 'de', 1), ('m2', 'two', 1, 'k', 'visitor', 'text', '', 'de', 1);
insert into attachments (id, desk_id, message_id, position, name, type, size, sent_hash, file, source, created_at)
  values ('a1', 'desk', 'm1', 0, 'a', 'text/plain', 10, 'h', 'f1', 'net', 1),
    ('a2', 'desk', 'm2', 0, 'a', 'text/plain', 20, 'h', 'f2', 'net', 1);
insert into stock (product_id, declared, left) values ('bell', 5, 1);
insert into orders (id, number, checkout_key, secret_hash, state, language, email, lines, goods, shipping,
    gross, vat, currency, small_business, payment, terms_version, accepted_at, payable_until, created_at,
    updated_at, stock_taken, reserved_until)
  select 'order-' || value, 900 + value, value, value, 'created', 'de', 'a@b.example', '${lines}', 1, 0, 1,
    '[]', 'EUR', 0, 'bank-transfer', 'v1', 0, 9, 0, 0, value <> 3, iif(value = 2, null, 9)
  from json_each('[1, 2, 3]');
`

let place: Awaited<ReturnType<typeof makePlace>>
let stores: Stores

beforeEach(async () => {
  place = await makePlace()
  const connection = connect(place.file)
  migrate(connection, place.file, migrations.slice(0, 25))
  connection.exec(before)
  connection.close()
  stores = storesOn(openDatabase(place.file))
})

afterEach(async () => {
  await stores.close()
  await place.remove()
})

test('addresses are found however they are capitalised, in every script', async () => {
  for (const email of ['äda@example.com', 'ÄDA@EXAMPLE.COM'])
    expect((await stores.accounts.findByEmail(email))?.uid).toBe('ada')
  expect((await stores.accounts.findByEmail('ben@example.com'))?.uid).toBe('ben')
  expect(await stores.visitorBlocks.has('desk', 'ötto@example.com')).toBe(true)
})

test('what was rated and asked before is counted by days', async () => {
  const boundaries = [new Date(0), new Date(3 * 86_400_000)]
  const [tally] = await stores.feedback.tallies('desk', boundaries)
  expect(tally?.counts).toEqual({ 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 })
  expect(await stores.feedback.response('desk', new Date(0))).toEqual({ asked: 1, given: 1 })
})

test('nothing stays of a day whose last rating is erased', async () => {
  await stores.erasure.hideTicket({ deskId: 'desk', number: 2 }, minute(0))
  await stores.feedback.eraseOlder('desk', minute(0), 9, minute(0))
  await stores.close()
  const connection = connect(place.file)
  for (const table of ['rating_days', 'asked_days'])
    expect(connection.prepare(`select * from ${table}`).all()).toEqual([])
  connection.close()
})

test('files in tickets that were dealt with count as a stranger’s no longer', async () => {
  const used = await stores.attachments.used({ deskId: 'desk', source: 'net' }, minute(0))
  expect(used).toMatchObject({ desk: 30, unanswered: 10, source: 10 })
})

test('what orders without proof hold is known', async () => {
  const more = (key: string, quantity: number) =>
    stores.orders.place(
      exampleOrder(key, { lines: [exampleLine('bell', quantity)], reservedUntil: minute(60) }),
      { bell: 20 },
    )
  // Of ten two are held by one order; another holds none, and a third is proven.
  expect(await more('a', 9)).toMatchObject({ order: { stockTaken: false } })
  expect(await more('b', 8)).toMatchObject({ order: { stockTaken: true } })
})
