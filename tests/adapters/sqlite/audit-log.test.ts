import { expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { auditLog } from '../../../app/adapters/sqlite/migrations/0055-audit-log.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { auditLogContract } from '../../contracts/audit-log'
import { exampleLogEntry } from '../../contracts/examples'
import { makeOldPlace } from './old-database'
import { openTemporaryStores } from './places'

auditLogContract('SQLite', openTemporaryStores)

test('a desk from before has an empty log, and keeps one from now on', async () => {
  const place = await makeOldPlace(auditLog, '')
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  expect(await stores.auditLog.list('d1', 9)).toEqual({ entries: [], next: undefined })
  await stores.auditLog.add(exampleLogEntry('d1', 'a'))
  expect((await stores.auditLog.list('d1', 9)).entries).toEqual([exampleLogEntry('d1', 'a')])
  await database.close()
  await place.remove()
})
