import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseIn } from '../../../app/adapters/sqlite/data-folder.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { createRecords } from '../../../app/adapters/sqlite/records/records.server'
import { openStores, storesOn } from '../../../app/adapters/sqlite/stores.server'
import type { Stores } from '../../../app/domain/stores'
import type { RecordStores } from '../../contracts/records'
import { putEmptyDatabase } from '../../support/empty-database'

/** A folder of its own for a database; `remove` takes it away. */
export async function makePlace() {
  const folder = await mkdtemp(join(tmpdir(), 'tresen-sqlite-'))
  return {
    folder,
    file: join(folder, 'test.sqlite'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Stores on a fresh database in a temporary folder, which `close` removes. */
export async function openTemporaryStores(): Promise<Stores> {
  const place = await makePlace()
  await putEmptyDatabase(databaseIn(place.folder))
  const stores = await openStores(place)
  return {
    ...stores,
    async close() {
      await stores.close()
      await place.remove()
    },
  }
}

/** As openTemporaryStores, with the records beneath. */
export async function openTemporaryRecords(): Promise<RecordStores> {
  const place = await makePlace()
  await putEmptyDatabase(databaseIn(place.folder))
  const database = openDatabase(databaseIn(place.folder))
  const stores = storesOn(database)
  return {
    records: createRecords(database),
    stores: {
      ...stores,
      async close() {
        await stores.close()
        await place.remove()
      },
    },
  }
}
