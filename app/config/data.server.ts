import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openFileStore as openBucket } from '../adapters/cloud-storage/files.server'
import { createFileStore } from '../adapters/disk/files.server'
import { databaseIn, type FolderLock, lockFolder } from '../adapters/sqlite/data-folder.server'
import { openMovable as openFolder } from '../adapters/sqlite/moving/moving.server'
import { openingProblem } from '../adapters/sqlite/opening-problems'
import { openStores as openSqlite } from '../adapters/sqlite/stores.server'
import type { MovableStore } from '../domain/export/moving'
import { type FileStore, moveMark } from '../domain/files/files'
import { StoreNotOpened, type Stores } from '../domain/stores'
import type { Config } from './settings.server'

export { BackupError, backUp, restore } from '../adapters/sqlite/backup.server'
/** Another server has the data; the message is for the operator. */
export { FolderInUse as DataInUse } from '../adapters/sqlite/data-folder.server'
export type { FolderLock as DataLock }

/** For a server, before its services; commands that only write need no lock. Throws DataInUse. */
export function lockData({ dataDir }: Pick<Config, 'dataDir'>): FolderLock {
  return lockFolder(dataDir)
}

/** Firestore's client is large: only who uses it loads it. */
export async function openStores({ store, dataDir }: Config): Promise<Stores> {
  if (store.kind === 'sqlite') return openSqlite({ folder: dataDir })
  return (await import('../adapters/firestore/stores.server')).openStores(store)
}

/** Whether DATA_DIR has what these settings keep there; creates nothing. */
export function isDataThere({ store, dataDir }: Config): boolean {
  return existsSync(store.kind === 'sqlite' ? databaseIn(dataDir) : dataDir)
}

/** What the command `move` moves; nobody else may work on it. Throws StoreNotOpened. */
export async function openMovable({ store, dataDir }: Config): Promise<MovableStore> {
  if (store.kind === 'sqlite') return openFolder(dataDir)
  return (await import('../adapters/firestore/moving/moving.server')).openMovable(store)
}

/** Throws StoreNotOpened, also where a move of files has not ended. */
export async function openFiles(config: Config): Promise<FileStore> {
  const files = await openFilesToMove(config)
  if (!(await files.open(moveMark))) return files
  const { kind } = config.files
  throw new StoreNotOpened(
    `FILES=${kind} has only part of the files: a move into it has not finished. Run it again`,
    undefined,
  )
}

/** What the command `move` moves files into. Throws StoreNotOpened. */
export async function openFilesToMove({ files, dataDir }: Config): Promise<FileStore> {
  if (files.kind !== 'disk') return openBucket(files)
  const folder = join(dataDir, 'files')
  try {
    return createFileStore(folder)
  } catch (error) {
    throw openingProblem(error, folder)
  }
}
