import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseIn } from '../../../app/adapters/sqlite/data-folder.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { createRecords } from '../../../app/adapters/sqlite/records/records.server'
import { openStores, storesOn } from '../../../app/adapters/sqlite/stores.server'
import type { Stores } from '../../../app/domain/stores'
import type { RecordStores } from '../../contracts/records'

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
  empty ??= emptyDatabase()
  await writeFile(databaseIn(place.folder), await empty)
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

let empty: Promise<Buffer> | undefined

/** Made once: its migrations take longer than most tests. */
async function emptyDatabase(): Promise<Buffer> {
  const { folder, remove } = await makePlace()
  await (await openStores({ folder })).close()
  const bytes = await readFile(databaseIn(folder))
  await remove()
  return bytes
}
