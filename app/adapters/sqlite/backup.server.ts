import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import Libsql from 'libsql'
import { databaseIn } from './data-folder.server'

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
  if (!existsSync(file)) throw new BackupError(`There is no database in ${resolve(folder)}.`)
  if (existsSync(archive)) throw new BackupError(`${resolve(archive)} is there already.`)
  const work = await workFolder(dirname(archive))
  try {
    const database = new Libsql(file)
    database.exec('pragma busy_timeout = 30000')
    database.prepare('vacuum into ?').run(join(work, basename(file)))
    database.close()
    const members = ['-C', work, basename(file)]
    if (existsSync(join(folder, 'files'))) members.push('-C', resolve(folder), 'files')
    const partial = join(work, 'archive')
    const handle = await open(partial, 'wx', 0o600)
    try {
      // Exit code 1: a file was erased while tar read it.
      await tar(['--create', '--gzip', '--file=-', ...members], handle.fd, [0, 1])
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partial, archive)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Restores completely or not at all; the next start migrates. Throws BackupError. */
export async function restore({ folder, archive }: Backup): Promise<void> {
  const file = databaseIn(folder)
  await access(archive, constants.R_OK).catch(() => {
    throw new BackupError(`${resolve(archive)} cannot be read.`)
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (existsSync(file) || existsSync(join(folder, 'files'))) {
    throw new BackupError(`${resolve(folder)} has data already: restore into an empty folder.`)
  }
  const work = await workFolder(folder)
  try {
    await tar(['--extract', '--gzip', '--no-same-owner', `--file=${resolve(archive)}`, '-C', work])
    const damage = damageIn(join(work, basename(file)))
    if (damage) throw new BackupError(`${resolve(archive)} is no sound backup: ${damage}.`)
    if (existsSync(join(work, 'files'))) await rename(join(work, 'files'), join(folder, 'files'))
    await rename(join(work, basename(file)), file)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function workFolder(beside: string): Promise<string> {
  return mkdtemp(join(resolve(beside), '.tresen-backup-'))
}

/** Returns what is wrong with a database that is not in use; undefined if it is sound. */
function damageIn(file: string): string | undefined {
  if (!existsSync(file)) return 'it has no database'
  try {
    const database = new Libsql(file)
    const [row] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[]
    database.close()
    return row?.quick_check === 'ok' ? undefined : row?.quick_check
  } catch (error) {
    return (error as Error).message
  }
}

async function tar(words: string[], output: number | 'ignore' = 'ignore', fine = [0]) {
  const child = spawn('tar', words, { stdio: ['ignore', output, 'pipe'] })
  const complaint: Buffer[] = []
  child.stderr?.on('data', (piece: Buffer) => complaint.push(piece))
  const [code] = (await once(child, 'close')) as [number | null]
  if (fine.includes(code ?? -1)) return
  throw new BackupError(`tar failed: ${Buffer.concat(complaint).toString().trim()}.`)
}
