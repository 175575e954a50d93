import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { copyStops } from '../../../app/adapters/sqlite/migrations/0077-copy-stops.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { stateChange } from '../../../app/domain/tickets/changes'
import { makeOldPlace, oldTicket } from './old-database'

const answered = (id: string, number: number, last: string) => `
${oldTicket.replace(/'t1', 'd1', 1, 'k', 's'/, `'${id}', 'd1', ${number}, '${id}', '${id}'`)}
insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at, by_uid)
  values ('${id}1', '${id}', 1, 'one', 'visitor', 'text', 'Grüße', 'de', 1, null), ${last};`

const rows = `
${answered(
  't1',
  1,
  `('a', 't1', 2, 'a', 'owner', 'text', 'Hello', 'en', 2, 'ada'),
  ('b', 't1', 3, 'b', 'owner', 'note', 'Ask Ben', 'en', 3, 'ben')`,
)}
${answered('t2', 2, `('c', 't2', 2, 'c', 'owner', 'text', 'Hello', 'en', 2, null)`)}
${answered('t3', 3, `('d', 't3', 2, 'd', 'owner', 'text', 'Hello', 'en', 2, 'ada')`)}
update tickets set state = 'held', held_for = 'blocked' where id = 't3';
insert into mail_stops (ticket_id, stopped_at) values ('t2', 5);
insert into mentions (ticket_id, reader, desk_id, mentioned_at) values ('t1', 'ada', 'd1', 3);`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(copyStops, rows)
})
afterEach(() => place.remove())

test('Answers of before have their writer in lists where it is known, also to blocked guests, and unsubscribed ones stay so', async () => {
  const database = openDatabase(place.file)
  const { tickets, mails, mentions } = storesOn(database)
  const listed = await tickets.list('d1', { order: 'newest' }, 9)
  const writers = listed.tickets.map(({ id, latestBy }) => [id, latestBy])
  expect(Object.fromEntries(writers)).toEqual({ t1: 'ada', t2: undefined })
  expect([await mails.isStopped('t1'), await mails.isStopped('t2')]).toEqual([false, true])
  expect(await mails.copyStops('t2')).toEqual([])
  expect(await mentions.list('d1', 'ada', 9)).toMatchObject([{ ticketId: 't1', reader: 'ada' }])
  const blocked = await tickets.find({ deskId: 'd1', number: 3 })
  const released = blocked && stateChange(blocked, 'release', 'owner', new Date(9))
  expect(released).toMatchObject({ state: 'waiting' })
  await database.close()
})
