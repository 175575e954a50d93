import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'

export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another server works on ${folder}: stop it first, or give this one another DATA_DIR.`)
    this.name = 'FolderInUse'
  }
}

export interface FolderLock {
  /** The write-ahead log has gone since its holder was killed, and the latest commits with it. */
  logLost: boolean
  release(): void
}

export function databaseIn(folder: string): string {
  return join(folder, 'tresen.sqlite')
}

/**
 * Locks a folder for this process before it opens the database; creates the folder if needed. Node
 * has no file lock, so this is SQLite's on an empty file: the system releases it when the process
 * ends, however it ends. Throws FolderInUse.
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
