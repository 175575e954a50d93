import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { createDeskStore } from '../../../app/adapters/sqlite/desks/desks.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { deskStoreContract } from '../../contracts/desks'
import { exampleDesk, twoDesks } from '../../contracts/examples'
import { makePlace, openTemporaryStores } from './places'

deskStoreContract('SQLite', openTemporaryStores)

test('a desk whose hours or texts somebody has spoilt opens without them', async () => {
  const place = await makePlace()
  const database = openDatabase(place.file)
  await twoDesks(storesOn(database))
  await database.kysely
    .updateTable('desks')
    .set({
      greeting: '["Hello"]',
      away: '{"de":7}',
      week: '[[{"from":540}]]',
      exceptions: '{"first":"tomorrow"}',
      replyWithin: sql`'at once'`,
    })
    .where('ownerUid', '=', 'ada')
    .execute()
  expect(await createDeskStore(database).findById('desk-ada')).toEqual(
    exampleDesk('ada', { greeting: {}, away: {}, week: undefined, replyWithin: undefined }),
  )
  await database.close()
  await place.remove()
})
