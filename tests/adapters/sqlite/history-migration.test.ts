import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { ticketHistoryForm } from '../../../app/adapters/sqlite/migrations/0041-ticket-history-form.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace } from './old-database'

const rows = `
insert into tickets (id, desk_id, number, start_key, secret_hash, state, locale, visitor_name,
    visitor_email, title, latest, last_seq, visitor_seen_seq, owner_seen_seq, created_at, updated_at)
  values ('t1', 'd1', 1, 'k', 's', 'solved', 'en', '', '', 'T', 'T', 1, 1, 1, 1, 2);
insert into ticket_history (ticket_id, at, actor, kind, detail) values
  ('t1', 1, 'visitor', 'started', ''), ('t1', 2, 'owner', 'solve', 'solved');
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(ticketHistoryForm, rows)
})
afterEach(() => place.remove())

test('the history from before is kept, and goes on with the forms that move a ticket', async () => {
  const database = openDatabase(place.file)
  const { tickets, ticketHistory } = storesOn(database)
  const scope = { deskId: 'd1', number: 1 }
  const entry = { at: new Date(3), actor: 'owner', kind: 'close', detail: 'closed' } as const
  const close = () => tickets.move(scope, () => ({ state: 'closed', history: [entry] }), 'close it')
  expect([(await close()).kind, (await close()).kind]).toEqual(['moved', 'again'])
  expect(await ticketHistory.entries(scope, 9)).toEqual([
    { number: 1, at: new Date(1), actor: 'visitor', kind: 'started', detail: '' },
    { number: 1, at: new Date(2), actor: 'owner', kind: 'solve', detail: 'solved' },
    { number: 1, ...entry, form: 'close it' },
  ])
  await database.close()
})
