import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { authors } from '../../../app/adapters/sqlite/migrations/0051-authors.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace } from './old-database'

const rows = `
insert into members (desk_id, uid, kind, name, joined_at, chosen_at)
  values ('d1', 'ada', 'manager', 'Ada', 1, 1);
insert into accounts (uid, email, email_verified, locale, created_at)
  values ('ben', 'ben@example.com', 1, 'en', 1);
insert into desks (id, owner_uid, public_key, name, greeting, time_zone, created_at)
  values ('d2', 'ben', 'other', 'Other', '{}', 'Europe/Berlin', 1);
insert into members (desk_id, uid, kind, name, joined_at, chosen_at)
  values ('d2', 'ben', 'manager', 'Ben', 1, 1), ('d1', 'ben', 'colleague', 'Ben', 2, 2);
insert into tickets (id, desk_id, number, start_key, secret_hash, state, locale, visitor_name,
    visitor_email, title, latest, last_seq, visitor_seen_seq, owner_seen_seq, created_at, updated_at)
  values ('t1', 'd1', 1, 'k', 's', 'solved', 'en', '', '', 'T', 'T', 1, 1, 1, 1, 2);
insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at)
  values ('m1', 't1', 1, 'k', 'owner', 'text', 'Hello', 'en', 1);
insert into ticket_history (ticket_id, at, actor, kind, detail) values ('t1', 2, 'owner', 'solve', 'solved');
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(authors, rows)
})
afterEach(() => place.remove())

test('words and lines from before have no author, and a shared desk has the names of its people', async () => {
  const database = openDatabase(place.file)
  const { desks, tickets, ticketHistory } = storesOn(database)
  const scope = { deskId: 'd1', number: 1 }
  const [message] = await tickets.messages(scope, 0, 9)
  expect(message).toMatchObject({ body: 'Hello', author: 'owner' })
  expect(message?.byUid).toBeUndefined()
  expect(await ticketHistory.entries(scope, 9)).toEqual([
    { number: 1, at: new Date(2), actor: 'owner', kind: 'solve', detail: 'solved' },
  ])
  expect((await desks.findById('d1'))?.people).toEqual({
    ada: { name: 'Ada' },
    ben: { name: 'Ben' },
  })
  expect((await desks.findById('d2'))?.people).toBeUndefined()
  await database.close()
})
