import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'

/** Another process holds the folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another server works on ${folder}: stop it first, or give this one another DATA_DIR.`)
    this.name = 'FolderInUse'
  }
}

export interface FolderLock {
  /**
   * Whether the last holder was killed and the database's write-ahead log is gone since: with it what
   * was committed last, of which the database file itself says nothing.
   */
  logLost: boolean
  release(): void
}

/** Returns where the database of a folder is. */
export function databaseIn(folder: string): string {
  return join(folder, 'tresen.sqlite')
}

/**
 * Holds a folder, which is made if it is missing, for this process alone, before it opens the database.
 * The lock is the operating system's on an empty SQLite file, as Node has none of its own: it ends
 * with the process, however that ends. Throws FolderInUse while another one has it.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true })
  const file = new Libsql(join(folder, 'server.lock'))
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    throw (error as { code?: string }).code === 'SQLITE_BUSY' ? new FolderInUse(folder) : error
  }
  const mark = join(folder, 'server.running')
  const database = databaseIn(folder)
  const logLost = existsSync(mark) && existsSync(database) && !existsSync(`${database}-wal`)
  const descriptor = openSync(mark, 'w', 0o600)
  fsyncSync(descriptor)
  closeSync(descriptor)
  return {
    logLost,
    release() {
      rmSync(mark, { force: true })
      file.close()
    },
  }
}
