import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { migrate } from '../../../app/adapters/sqlite/database/migrate.server'
import { counter } from '../../../app/adapters/sqlite/migrations/0001-counter.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makePlace } from './places'

const before = `
insert into accounts values ('ada', 'ada@example.com', 1, 'de', 0);
insert into desks (id, owner_uid, public_key, name, greeting, time_zone, created_at, last_number)
  values ('desk', 'ada', 'key', '', '{}', 'Europe/Berlin', 0, 1200);
with recursive counted (number) as (values (1) union all select number + 1 from counted limit 1200)
insert into tickets select 'ticket-' || number, 'desk', number, 'start-' || number,
  'secret-' || number, iif(number = 1, 'waiting', iif(number = 2, 'solved', 'closed')), 'de',
  'Vera Lindström', 'vera@example.com', 'title', 'latest', 1, 0, 0, null, null,
  iif(number = 3, 'ticket-1', null), null, number, number from counted;
insert into messages select 'message-' || id, id, 1, 'key', 'visitor', 'text',
  'Grüße ' || number, 'de', created_at from tickets;
`

describe('a database from before there was a search', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  beforeEach(async () => {
    place = await makePlace()
    const connection = connect(place.file)
    migrate(connection, place.file, [counter])
    connection.exec(before)
    connection.close()
  })
  afterEach(() => place.remove())

  test('is searched, timed and told as if it had always been so', async () => {
    const now = Date.now()
    const database = openDatabase(place.file)
    const stores = storesOn(database)
    const { found } = await stores.ticketSearch.search('desk', ['gruesse', '1177'], {}, 9)
    expect(found.map(({ ticket }) => ticket.number)).toEqual([1177])
    expect(found[0]?.snippets).toHaveLength(1)
    const named = await stores.ticketSearch.search('desk', ['lindstrom'], {}, 2_000)
    expect(named.found).toHaveLength(1200)

    const [waiting, solved, closed] = await stores.tickets.listAll('desk', 0, 3)
    expect(waiting).toMatchObject({ priority: 'normal', tags: [] })
    const day = 24 * 3_600_000
    expect(waiting?.timerAt?.getTime()).toBeGreaterThan(now + 11 * day - 2_000)
    expect(solved?.timerAt?.getTime()).toBeGreaterThan(now + 7 * day - 2_000)
    expect(closed?.timerAt).toBeUndefined()
    const history = await stores.ticketHistory.entries({ deskId: 'desk', number: 1 }, 9)
    expect(history.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'started ',
      'followed-up 3',
    ])
    await database.close()
  })
})
