import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { ticketSubject } from '../../../app/adapters/sqlite/migrations/0070-ticket-subject.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace, oldTicket } from './old-database'

const message = (ticket: string, mail: string) => `
insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at, mail)
  values ('of ${ticket}', '${ticket}', 1, 'one', 'visitor', 'text', 'T', 'de', 1, ${mail});
`

const rows = `${oldTicket}${oldTicket.replace("'t1', 'd1', 1, 'k', 's'", "'t2', 'd1', 2, 'l', 'u'")}
update desks set search_place = 1, last_number = 2;
${message('t1', `'{"subject":"T"}'`)}${message('t2', 'null')}`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(ticketSubject, rows)
})
afterEach(() => place.remove())

test('A ticket from before has a subject where it began with an e-mail', async () => {
  const database = openDatabase(place.file)
  const { tickets } = storesOn(database)
  const all = await tickets.listAll('d1', 0, 9)
  expect(all.map(({ subject }) => subject)).toEqual(['T', undefined])
  await database.close()
})
