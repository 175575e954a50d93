import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { subjects } from '../../../app/adapters/sqlite/migrations/0061-subjects.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace, oldTicket } from './old-database'

const rows = `${oldTicket}
update desks set search_place = 1, last_number = 1;
insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at, mail)
  values ('m1', 't1', 1, 'one', 'visitor', 'text', 'Grüße', 'de', 1, '{"subject":"Blue cups"}');
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(subjects, rows)
})
afterEach(() => place.remove())

test('the subject of an e-mail from before is found', async () => {
  const database = openDatabase(place.file)
  const { ticketSearch } = storesOn(database)
  const { found } = await ticketSearch.search('d1', ['cups'], {}, 9)
  expect(found.map(({ ticket }) => ticket.id)).toEqual(['t1'])
  await database.close()
})
