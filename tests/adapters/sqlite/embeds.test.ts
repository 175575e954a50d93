import { expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { createEmbedStore } from '../../../app/adapters/sqlite/desks/embeds.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { newEmbed } from '../../../app/domain/desks/embeds'
import { embedStoreContract } from '../../contracts/embeds'
import { twoDesks } from '../../contracts/examples'
import { makePlace, openTemporaryStores } from './places'

embedStoreContract('SQLite', openTemporaryStores)

test('an embed that somebody has spoilt lets no other site in and looks as ours do', async () => {
  const place = await makePlace()
  const database = openDatabase(place.file)
  await twoDesks(storesOn(database))
  const embeds = createEmbedStore(database)
  await embeds.save('desk-ada', {})
  await database.kysely
    .updateTable('embeds')
    .set({ look: '{"light":"red;}"}', launcher: '7', origins: '["*", "https://a.example; *"]' })
    .execute()
  expect(await embeds.find('desk-ada')).toEqual(newEmbed())
  await database.close()
  await place.remove()
})
