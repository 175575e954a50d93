import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { ticketReaders } from '../../../app/adapters/sqlite/migrations/0048-ticket-readers.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { readUpTo } from '../../../app/domain/tickets/reading'
import { makeOldPlace } from './old-database'

const rows = `
insert into accounts (uid, email, email_verified, locale, created_at)
  values ('cleo', 'cleo@example.com', 1, 'en', 1);
insert into members (desk_id, uid, kind, name, joined_at, chosen_at)
  values ('d1', 'ada', 'manager', 'Ada', 1, 1), ('d1', 'cleo', 'colleague', 'Cleo', 50, 50);
insert into tickets (id, desk_id, number, start_key, secret_hash, state, locale, visitor_name,
    visitor_email, title, latest, last_seq, visitor_seen_seq, owner_seen_seq, created_at, updated_at)
  values ('t1', 'd1', 1, 'k1', 's1', 'solved', 'de', '', '', 'T', 'T', 2, 1, 1, 1, 90);
insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at)
  values ('m1', 't1', 1, 'c1', 'visitor', 'text', 'One', 'de', 1),
         ('m2', 't1', 2, 'c2', 'visitor', 'text', 'Two', 'de', 40);
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(ticketReaders, rows)
})
afterEach(() => place.remove())

test('what the desk had read is what its first manager has read, and later members have read all', async () => {
  const database = openDatabase(place.file)
  const { tickets, members } = storesOn(database)
  const [ada, cleo] = await members.list('d1')
  if (!ada || !cleo) throw new Error('Both are members')
  expect(ada.reader).toBe('d1')
  expect(cleo.reader).toMatch(/^[0-9a-f]{26}$/)
  const scope = { deskId: 'd1', number: 1 }
  const read = async () => {
    const ticket = await tickets.find(scope)
    return ticket && [readUpTo(ticket, ada), readUpTo(ticket, cleo)]
  }
  // Changed after Cleo joined, written before.
  expect(await read()).toEqual([1, 2])
  expect(await tickets.markSeen(scope, ada, 2)).toBe(true)
  expect(await read()).toEqual([2, 2])
  await database.close()
})
