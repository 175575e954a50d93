import { dirname } from 'node:path'
import { runInWorker } from '../database/worker.server'

/**
 * Rewrites the whole file and empties the log; reads go on. Deleted rows are overwritten in place, but
 * SQLite leaves remains of rows that it moved between pages; only this removes them. Throws if the
 * disk is full or another process holds the file. Nobody may write meanwhile: they would block.
 */
export async function rewrite(file: string): Promise<void> {
  const [checkpoint] = await runInWorker<{ busy: number }>(file, [
    'pragma busy_timeout = 5000',
    'pragma synchronous = full',
    'pragma fullfsync = on',
    'pragma secure_delete = on',
    // In memory the copy would take as much as the file.
    'pragma temp_store = file',
    // The only folder where room for a second file can be expected.
    `pragma temp_store_directory = '${dirname(file).replaceAll("'", "''")}'`,
    'vacuum',
    'pragma wal_checkpoint(truncate)',
  ])
  if (checkpoint?.busy !== 0) throw new Error('The log of the database is in use; try again later.')
}
