import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { letterRoom } from '../../../app/adapters/sqlite/migrations/0059-letter-room.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace, oldTicket } from './old-database'

const file = (id: string, place: number | null, size: number) =>
  `('${id}', 'd1', ${place === null ? 'null, null, null' : `'m1', ${place}, 't1'`}, '${id}', 'x', ${size}, '', '${id}', 1)`

const rows = `${oldTicket}
insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at, mail)
  values ('m1', 't1', 1, 'one', 'visitor', 'text', 'Grüße', 'de', 1, '{"original":"raw"}');
insert into attachments (id, desk_id, message_id, position, ticket_id, name, type, size, sent_hash, file,
    created_at)
  values ${file('photo', 0, 30)}, ${file('raw', 1, 100)}, ${file('held', null, 7)};
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(letterRoom, rows)
})
afterEach(() => place.remove())

test('files of an e-mail from before are counted once', async () => {
  const database = openDatabase(place.file)
  const { attachments } = storesOn(database)
  const used = () => attachments.used({ deskId: 'd1', ticketId: 't1' }, new Date(5))
  expect(await used()).toEqual({ desk: 107, ticket: 100 })
  await attachments.letGo(new Date(5), 9)
  expect(await used()).toEqual({ desk: 100, ticket: 100 })
  await database.close()
})
