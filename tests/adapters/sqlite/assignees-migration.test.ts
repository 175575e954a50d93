import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { assignees } from '../../../app/adapters/sqlite/migrations/0054-assignees.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace } from './old-database'

const rows = `
insert into tickets (id, desk_id, number, start_key, secret_hash, state, locale, visitor_name,
    visitor_email, title, latest, last_seq, visitor_seen_seq, owner_seen_seq, created_at, updated_at)
  values ('t1', 'd1', 1, 'k', 's', 'waiting', 'en', '', '', 'T', 'T', 2, 1, 1, 1, 2);
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(assignees, rows)
})
afterEach(() => place.remove())

test('a ticket from before is kept, and is nobody’s', async () => {
  const database = openDatabase(place.file)
  const { tickets } = storesOn(database)
  expect(await tickets.list('d1', { assignee: '' }, 9)).toMatchObject({ tickets: [{ title: 'T' }] })
  expect(await tickets.countAssigned('d1')).toEqual({})
  await database.close()
})
