import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { memberPresence } from '../../../app/adapters/sqlite/migrations/0050-member-presence.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace } from './old-database'

const rows = `
insert into accounts (uid, email, email_verified, locale, created_at)
  values ('cleo', 'cleo@example.com', 1, 'en', 1);
insert into members (desk_id, uid, kind, name, joined_at, chosen_at)
  values ('d1', 'ada', 'manager', 'Ada', 1, 1), ('d1', 'cleo', 'colleague', 'Cleo', 50, 50);
update desks set attended_at = 60, away_since = 70;
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(memberPresence, rows)
})
afterEach(() => place.remove())

test('the desk’s owner is who was there, and is still away', async () => {
  const database = openDatabase(place.file)
  const { members, desks } = storesOn(database)
  const attended = async () => (await desks.findById('d1'))?.attendedAt
  const [ada, cleo] = await members.list('d1')
  expect(ada).toMatchObject({ attendedAt: new Date(60), awaySince: new Date(70) })
  expect([cleo?.attendedAt, cleo?.awaySince]).toEqual([undefined, undefined])
  expect(await attended()).toBeUndefined()
  await members.saveAway('d1', 'ada', undefined)
  expect(await attended()).toEqual(new Date(60))
  await database.close()
})
