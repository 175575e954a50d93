import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Problems reported at most: a damaged file often has thousands. */
const mostProblems = 5

/**
 * Runs at low priority, so that visitors' requests go first. Read-only by its address, as libsql does not
 * heed `readonly`: this may outlive a server that was killed, and the last to close a database that it can
 * write removes the write-ahead log.
 */
const program = `
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
setPriority(10)
const [file, from] = process.argv.slice(1)
const Database = createRequire(from)('libsql')
try {
  const database = new Database(pathToFileURL(file).href + '?mode=ro')
  const rows = database.prepare('pragma quick_check(${mostProblems})').all()
  console.log(rows.map((row) => row.quick_check).join('\\n'))
} catch (error) {
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) throw error
  console.log(error.message)
}
`

/**
 * Returns the damage in SQLite's words; undefined if it is sound. Another process reads it,
 * which the signal ends: a thread that reads a large file could not be stopped. Rejects if the
 * file is unreadable.
 */
export async function damageIn(file: string, signal?: AbortSignal): Promise<string | undefined> {
  const options = ['--input-type=module', '--eval', program, file, import.meta.url]
  const { stdout } = await promisify(execFile)(process.execPath, options, { signal })
  return stdout.trim() === 'ok' ? undefined : stdout.trim()
}
