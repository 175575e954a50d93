import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.server'

/** Pages of the search index that are merged in one commit: about 16 ms of work. */
const pagesAtOnce = 64

/**
 * Merges the search index into one piece, a few pages a commit: deleted words lie in its older pieces
 * until then. Throws once the signal is aborted. Source: the FTS5 documentation, 6.8 (merge).
 */
export async function mergeSearchIndex(kysely: Kysely<Schema>, signal: AbortSignal): Promise<void> {
  // The first, negative one makes all pieces part of the merge.
  for (let pages = -pagesAtOnce; ; pages = pagesAtOnce) {
    const merged = await kysely.transaction().execute(async (transaction) => {
      const before = await changes(transaction)
      await sql`insert into search_index (search_index, rank) values ('merge', ${pages})`.execute(
        transaction,
      )
      return (await changes(transaction)) - before
    })
    // The statement itself counts as one change.
    if (merged < 2) return
    await nextTurn()
    signal.throwIfAborted()
  }
}

async function changes(transaction: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(
    transaction,
  )
  return rows[0]?.total ?? 0
}

const program = `
  const { workerData } = require('node:worker_threads')
  const connection = new (require(workerData.libsql))(workerData.file)
  for (const pragma of workerData.pragmas) connection.exec('pragma ' + pragma)
  connection.exec('vacuum')
  const [{ busy }] = connection.prepare('pragma wal_checkpoint(truncate)').all()
  connection.close()
  if (busy !== 0) throw new Error('The log of the database is in use; try again later.')
`

/**
 * Writes the whole file again and empties the log, in a thread of its own, which holds up nobody who
 * reads. What is deleted is overwritten where it lay, but SQLite leaves pieces of rows behind that it
 * once moved from page to page; only this removes them. Throws if the disk is full or another process
 * holds the file. Nobody may write meanwhile: they would block.
 *
 * No process of its own: should this one ever lose its locks on the file, as by opening and closing it
 * in another way (POSIX), that would take itself for the last one and remove the log in use.
 */
export async function rewrite(file: string): Promise<void> {
  const worker = new Worker(program, {
    eval: true,
    workerData: {
      libsql: createRequire(import.meta.url).resolve('libsql'),
      file,
      pragmas: [
        'busy_timeout = 5000',
        'synchronous = full',
        'fullfsync = on',
        'secure_delete = on',
        // The copy under way would take as much memory as the file has bytes.
        'temp_store = file',
        // Where there is room for a second file, if anywhere.
        `temp_store_directory = '${dirname(file).replaceAll("'", "''")}'`,
      ],
    },
  })
  const [code] = await once(worker, 'exit')
  if (code !== 0) throw new Error(`The thread that writes the file again ended with ${code}`)
}
