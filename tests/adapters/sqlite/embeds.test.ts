import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { newEmbed } from '../../../app/domain/desks/embeds'
import { embedStoreContract } from '../../contracts/embeds'
import { twoDesks } from '../../contracts/examples'
import { makePlace, openTemporaryStores } from './places'

embedStoreContract('SQLite', openTemporaryStores)

test('an embed that somebody has spoilt lets no other site in and looks as ours do', async () => {
  const place = await makePlace()
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  await twoDesks(stores)
  const { embeds } = stores
  await embeds.save('desk-ada', {})
  await sql`update embeds set look = '{"light":"red;}"}', launcher = '7',
    origins = '["*", "https://a.example; *"]'`.execute(database.kysely)
  expect(await embeds.find('desk-ada')).toEqual(newEmbed())
  await database.close()
  await place.remove()
})
