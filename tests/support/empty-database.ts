import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../app/adapters/sqlite/database/database.server'

let empty: Promise<Buffer> | undefined

/** Puts a database with every migration and nothing else where a store is about to be opened. */
export async function putEmptyDatabase(file: string): Promise<void> {
  empty ??= emptyDatabase()
  await writeFile(file, await empty)
}

/** Made once a process: the migrations take longer than most tests. */
async function emptyDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'empty-'))
  const file = join(folder, 'empty.sqlite')
  await openDatabase(file).close()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}
