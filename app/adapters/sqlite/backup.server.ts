import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { access, lstat, mkdir, open, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import Libsql from 'libsql'
import { isIrregular } from '../disk/regular-files.server'
import { databaseIn } from './data-folder.server'
import { damageIn } from './integrity.server'
import { isOurs, refusalOf } from './migrations/migrate.server'
import { openingProblem, refuseIrregular } from './opening-problems'

/** The message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

interface Backup {
  folder: string
  /** A .tar.gz of the database and the folder of files. */
  archive: string
}

/**
 * Writes the data folder to a new archive that only its owner can read; a server may be running,
 * and everything it has acknowledged is included. Copies the database first: files never change,
 * and one erased meanwhile is left out. Throws BackupError.
 */
export async function backUp({ folder, archive }: Backup): Promise<void> {
  const file = databaseIn(folder)
  const beside = dirname(resolve(archive))
  if (!existsSync(file)) throw new BackupError(`There is no database in ${resolve(folder)}.`)
  if (existsSync(archive)) throw new BackupError(`${resolve(archive)} is there already.`)
  if (!existsSync(beside)) throw new BackupError(`There is no folder ${beside}.`)
  await inWorkFolder(beside, async (work, tar) => {
    copyDatabase(file, join(work, basename(file)))
    const members = ['-C', work, basename(file)]
    if (existsSync(join(folder, 'files'))) members.push('-C', resolve(folder), 'files')
    const partial = join(work, 'archive')
    const handle = await open(partial, 'wx', 0o600)
    try {
      // A folder of files on another disk is a symbolic link: what it leads to is what is saved. Exit
      // code 1: a file was erased while tar read it.
      await tar(['--create', '--dereference', '--gzip', '--file=-', ...members], {
        output: handle.fd,
        fine: [0, 1],
      })
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partial, archive)
  })
}

/**
 * Restores completely or not at all; the next start migrates. Takes regular files and folders alone,
 * and only a Tresen database. Throws BackupError.
 */
export async function restore({ folder, archive }: Backup): Promise<void> {
  const file = databaseIn(folder)
  await access(archive, constants.R_OK).catch(() => {
    throw new BackupError(`${resolve(archive)} cannot be read.`)
  })
  if (isIrregular(archive)) throw new BackupError(`${resolve(archive)} is not a regular file.`)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => {
    throw inWords(error, folder)
  })
  if (existsSync(file) || existsSync(join(folder, 'files'))) {
    throw new BackupError(`${resolve(folder)} has data already: restore into an empty folder.`)
  }
  await inWorkFolder(folder, async (work, tar) => {
    const refuse = (reason: string | undefined) => {
      if (reason) throw new BackupError(`${resolve(archive)} is no sound backup: ${reason}.`)
    }
    const source = ['--gzip', `--file=${resolve(archive)}`]
    // What is neither a file nor a folder is refused before tar makes it.
    const listed = await tar(['--list', '--verbose', ...source])
    refuse(/^[^-d\n].*$/m.exec(listed)?.[0].concat(' is neither a file nor a folder'))
    await tar(['--extract', '--no-same-owner', ...source, '-C', work])
    refuse(await strangerIn(work))
    refuse(await problemOf(join(work, basename(file))))
    // At once, so that no signal comes in between.
    if (existsSync(join(work, 'files'))) renameSync(join(work, 'files'), join(folder, 'files'))
    renameSync(join(work, basename(file)), file)
  })
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Works in a folder of its own, which is gone afterwards, also where a signal ends the program: it has a
 * copy of all data. Throws BackupError where the disk refuses.
 */
async function inWorkFolder(
  beside: string,
  work: (folder: string, tar: Tar) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController()
  let folder: string | undefined
  // Again where a file that was being made comes into it meanwhile.
  const remove = () => folder && rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const stop = () => {
    stopping.abort()
    remove()
    process.exit(1)
  }
  for (const signal of signals) process.once(signal, stop)
  try {
    // At once, so that no signal finds a folder whose name is not known yet.
    folder = mkdtempSync(join(resolve(beside), '.tresen-backup-'))
    await work(folder, (words, options) => runTar(words, stopping.signal, options))
  } catch (error) {
    throw inWords(error, resolve(beside))
  } finally {
    remove()
    for (const signal of signals) process.off(signal, stop)
  }
}

/** A BackupError where the system or SQLite refused the file or folder; any other error as it is. */
function inWords(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && syscall === 'spawn tar') return new BackupError('tar is not installed.')
  const problem = openingProblem(error, file)
  return problem === error ? error : new BackupError((problem as Error).message)
}

function copyDatabase(file: string, copy: string) {
  let database: Libsql.Database | undefined
  try {
    refuseIrregular(file)
    database = new Libsql(file)
    database.exec('pragma busy_timeout = 30000')
    database.prepare('vacuum into ?').run(copy)
  } catch (error) {
    // What is read needs no room: it is the copy's disk that is full, which the caller names.
    throw (error as { code?: string }).code === 'SQLITE_FULL' ? error : inWords(error, file)
  } finally {
    database?.close()
  }
}

/** The first in the folder that is neither a folder nor a file with one name; undefined for none. */
async function strangerIn(folder: string): Promise<string | undefined> {
  for (const { name } of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, name)
    const status = await lstat(path)
    const inside = status.isDirectory() ? await strangerIn(path) : undefined
    if (inside) return inside
    if (!status.isDirectory() && !(status.isFile() && status.nlink === 1)) {
      return `${name} is neither a file of its own nor a folder`
    }
  }
  return undefined
}

/** What is wrong with a database that is not in use; undefined for a sound Tresen database. */
async function problemOf(file: string): Promise<string | undefined> {
  if (!existsSync(file) || !(await lstat(file)).isFile()) return 'it has no database'
  const log = await lstat(`${file}-wal`).catch(() => undefined)
  if (log && log.size > 0)
    return 'it has a write-ahead log, which npm run backup would have included'
  const damage = await damageIn(file).catch((error) => String(error))
  if (damage) return damage
  const database = new Libsql(file)
  try {
    const refusal = refusalOf(database)
    if (refusal) return `its database ${refusal}`
    return isOurs(database) ? undefined : 'its database is of another program'
  } finally {
    database.close()
  }
}

interface TarOptions {
  /** Where its output goes: to a file, or back to the caller. */
  output?: number | 'pipe'
  /** Exit codes that are not a failure. */
  fine?: number[]
}

/** Resolves with what it printed, where `output` is a pipe. */
type Tar = (words: string[], options?: TarOptions) => Promise<string>

async function runTar(
  words: string[],
  signal: AbortSignal,
  { output = 'pipe', fine = [0] }: TarOptions = {},
): Promise<string> {
  const child = spawn('tar', words, { signal, stdio: ['ignore', output, 'pipe'] })
  const ended = once(child, 'close')
  const [printed, complaint] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  const [code] = (await ended) as [number | null]
  if (fine.includes(code ?? -1)) return printed
  if (/No space left on device|Wrote only/.test(complaint))
    throw Object.assign(new Error(complaint), { code: 'ENOSPC' })
  // It complains about each file, and at the end about having complained.
  throw new BackupError(`${complaint.trim().split('\n', 1)[0] || 'tar failed'}.`)
}
