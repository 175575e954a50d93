import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseIn } from '../../../app/adapters/sqlite/database/folder-lock.server'
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

/** An empty database, made once: all migrations take ten times as long as a copy. */
let empty: Promise<Buffer> | undefined

async function makeEmpty(): Promise<Buffer> {
  const place = await makePlace()
  const stores = await openStores(place)
  await stores.close()
  const bytes = await readFile(databaseIn(place.folder))
  await place.remove()
  return bytes
}

/** Stores on a fresh database in a temporary folder, which `close` removes. */
export async function openTemporaryStores(): Promise<Stores> {
  const place = await makePlace()
  empty ??= makeEmpty()
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
