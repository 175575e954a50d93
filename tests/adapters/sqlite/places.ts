import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStores } from '../../../app/adapters/sqlite/stores.server'
import type { Stores } from '../../../app/domain/stores'

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
  const stores = await openStores(place)
  return {
    ...stores,
    async close() {
      await stores.close()
      await place.remove()
    },
  }
}
