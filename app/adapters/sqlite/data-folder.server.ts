import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { StoreNotOpened } from '../../domain/stores'
import { isLogDamaged } from './log-damage.server'
import { openingProblem, refuseIrregular } from './opening-problems'

export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another server works on ${folder}: stop it first, or give this one another DATA_DIR.`)
    this.name = 'FolderInUse'
  }
}

export interface FolderLock {
  /** Why the latest commits may be lost: the write-ahead log is gone since its holder was killed, or damaged. */
  lostLog: 'gone' | 'damaged' | undefined
  release(): void
}

export function databaseIn(folder: string): string {
  return join(folder, 'tresen.sqlite')
}

/**
 * Locks a folder for this process before it opens the database; creates the folder if needed. Node
 * has no file lock, so this is SQLite's on an empty file: the system releases it when the process
 * ends, however it ends. Throws FolderInUse, and StoreNotOpened where nothing can be written.
 */
export function lockFolder(folder: string): FolderLock {
  try {
    return lock(folder)
  } catch (error) {
    throw openingProblem(error, folder)
  }
}

function lock(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true })
  const lockFile = join(folder, 'server.lock')
  const mark = join(folder, 'server.running')
  refuseIrregular(databaseIn(folder), [lockFile, mark])
  const file = new Libsql(lockFile)
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    throw (error as { code?: string }).code === 'SQLITE_BUSY' ? new FolderInUse(folder) : error
  }
  const wasKilled = existsSync(mark)
  const descriptor = openSync(mark, 'w', 0o600)
  fsyncSync(descriptor)
  closeSync(descriptor)
  return {
    lostLog: lostLog(databaseIn(folder), wasKilled),
    release() {
      rmSync(mark, { force: true })
      file.close()
    },
  }
}

function lostLog(database: string, wasKilled: boolean): FolderLock['lostLog'] {
  if (!existsSync(database)) return undefined
  if (existsSync(`${database}-wal`)) return isLogDamaged(`${database}-wal`) ? 'damaged' : undefined
  return wasKilled ? 'gone' : undefined
}

/** Throws StoreNotOpened where the database is missing or empty beside what only a used one leaves. */
export function refuseEmptied(folder: string): void {
  const database = databaseIn(folder)
  if (sizeOf(database) > 0) return
  const left = ['files', 'tresen.sqlite-wal', 'tresen.sqlite.before-migration'].filter((name) =>
    hasContent(join(folder, name)),
  )
  if (left.length === 0) return
  throw new StoreNotOpened(
    `${database} is ${existsSync(database) ? 'empty' : 'missing'}, but ${left.join(' and ')} ` +
      'beside it shows that there was one. Restore a backup into an empty folder (npm run restore). ' +
      `To start with nothing instead, move ${left.join(' and ')} away first.`,
  )
}

function hasContent(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return sizeOf(path) > 0
  return readdirSync(path, { recursive: true, withFileTypes: true }).some((each) => each.isFile())
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
