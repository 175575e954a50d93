import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { lastAnswer } from '../../../app/adapters/sqlite/migrations/0053-last-answer.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { isOvertaken } from '../../../app/domain/tickets/overtaking'
import { makeOldPlace } from './old-database'

const rows = `
insert into tickets (id, desk_id, number, start_key, secret_hash, state, locale, visitor_name,
    visitor_email, title, latest, last_seq, visitor_seen_seq, owner_seen_seq, created_at, updated_at)
  values ('t1', 'd1', 1, 'k', 's', 'waiting', 'en', '', '', 'T', 'T', 2, 1, 1, 1, 2);
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(lastAnswer, rows)
})
afterEach(() => place.remove())

test('a ticket from before is kept, and nobody is asked again because of its answers', async () => {
  const database = openDatabase(place.file)
  const ticket = await storesOn(database).tickets.find({ deskId: 'd1', number: 1 })
  expect(ticket).toMatchObject({ title: 'T', lastSeq: 2 })
  expect(ticket && isOvertaken(ticket, { reader: 'ada', seen: 1 })).toBe(false)
  await database.close()
})
