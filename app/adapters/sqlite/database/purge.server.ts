import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.server'

/** Pages of the search index merged per commit: up to 15 ms of the processor. */
const pagesAtOnce = 16

/** A few pages per commit. Throws when the signal aborts. Source: FTS5 documentation, 6.8. */
export async function mergeSearchIndex(kysely: Kysely<Schema>, signal: AbortSignal): Promise<void> {
  // The first, negative count includes all segments in the merge.
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
  // Where the log is just being copied, SQLite says so at once, whatever busy_timeout is.
  const until = Date.now() + 5000
  const copying = new Int32Array(new SharedArrayBuffer(4))
  let busy
  do [{ busy }] = connection.prepare('pragma wal_checkpoint(truncate)').all()
  while (busy !== 0 && Date.now() < until && Atomics.wait(copying, 0, 0, 20))
  connection.close()
  if (busy !== 0) throw new Error('The log of the database is in use; try again later.')
`

/**
 * Rewrites the whole file and empties the log, in a worker thread so that reads go on. Deleted rows
 * are overwritten in place, but SQLite leaves remains of rows that it moved between pages; only
 * this removes them. Throws if the disk is full or another process holds the file. Nobody may write
 * meanwhile: they would block.
 *
 * Not a separate process: if this process lost its POSIX locks, by opening and closing the file
 * elsewhere, the other would think itself the last and remove the log in use.
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
        // In memory the copy would take as much as the file.
        'temp_store = file',
        // The only folder where room for a second file can be expected.
        `temp_store_directory = '${dirname(file).replaceAll("'", "''")}'`,
      ],
    },
  })
  const [code] = await once(worker, 'exit')
  if (code !== 0) throw new Error(`The thread that writes the file again ended with ${code}`)
}
