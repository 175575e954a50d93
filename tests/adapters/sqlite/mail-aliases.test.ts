import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { mailAliases } from '../../../app/adapters/sqlite/migrations/0049-mail-aliases.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { mailAliasStoreContract } from '../../contracts/mail-aliases'
import { makeOldPlace } from './old-database'
import { openTemporaryStores } from './places'

mailAliasStoreContract('SQLite', openTemporaryStores)

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(mailAliases, '')
})
afterEach(() => place.remove())

test('a desk from before aliases is kept, has none and may choose one', async () => {
  const database = openDatabase(place.file)
  const { desks, mailAliases: aliases } = storesOn(database)
  expect((await desks.findById('d1'))?.id).toBe('d1')
  expect(await aliases.list('d1')).toEqual([])
  const alias = { name: 'cafe', deskId: 'd1', chosenAt: new Date(0) }
  expect(await aliases.add(alias, 5)).toBe('added')
  expect((await aliases.find('cafe'))?.deskId).toBe('d1')
  await database.close()
})
