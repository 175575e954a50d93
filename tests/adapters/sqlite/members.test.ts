import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { members } from '../../../app/adapters/sqlite/migrations/0046-members.server'
import { migrate } from '../../../app/adapters/sqlite/migrations/migrate.server'
import { steps } from '../../../app/adapters/sqlite/migrations/steps.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { exampleDesk } from '../../contracts/examples'
import { memberStoreContract } from '../../contracts/members'
import { makePlace, openTemporaryStores } from './places'

memberStoreContract('SQLite', openTemporaryStores)

const before = `
insert into accounts (uid, email, email_verified, locale, created_at)
  values ('ada', 'ada@example.com', 1, 'en', 1);
insert into desks (id, owner_uid, public_key, name, greeting, time_zone, created_at, last_number)
  values ('d1', 'ada', 'key', 'Desk', '{}', 'Europe/Berlin', 7, 12);
insert into embeds (desk_id, seen_on) values ('d1', 'https://cafe.example');
insert into saved_replies (id, desk_id, create_key, shortcut, text, created_at, updated_at)
  values ('r1', 'd1', 'k', 'hi', '{}', 1, 1);
`

let place: Awaited<ReturnType<typeof makePlace>>
beforeEach(async () => {
  place = await makePlace()
  const connection = connect(place.file)
  migrate(connection, place.file, steps.slice(0, steps.indexOf(members)))
  connection.exec(before)
  connection.close()
})
afterEach(() => place.remove())

test('the owner of a desk from before is its first manager, and the desk keeps what it has', async () => {
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  const desk = exampleDesk('ada', {
    id: 'd1',
    publicKey: 'key',
    name: 'Desk',
    greeting: {},
    createdAt: new Date(7),
  })
  const at = { joinedAt: new Date(7), chosenAt: new Date(7) }
  const member = { deskId: 'd1', uid: 'ada', kind: 'manager', reader: 'd1', name: '', ...at }
  expect(await stores.members.desksOf('ada')).toEqual([{ desk, member }])
  expect((await stores.embeds.find('d1')).seenOn).toBe('https://cafe.example')
  expect(await stores.savedReplies.list('d1')).toHaveLength(1)
  const row = database.kysely.selectFrom('desks').select('lastNumber')
  expect(await row.execute()).toEqual([{ lastNumber: 12 }])
  await database.close()
})
