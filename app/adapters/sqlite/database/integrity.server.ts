import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.server'

/** Bytes; up to here checking takes milliseconds, less than starting a process. */
const small = 4 * 1_048_576

/** Problems reported at most; where there is one there are often thousands. */
const mostTold = 5
const question = `pragma quick_check(${mostTold})`

/** Runs at low priority, so that visitors' requests go first. */
const program = `
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
setPriority(10)
const [file, from] = process.argv.slice(1)
const Database = createRequire(from)('libsql')
try {
  const rows = new Database(file, { readonly: true }).prepare('${question}').all()
  console.log(rows.map((row) => row.quick_check).join('\\n'))
} catch (error) {
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) throw error
  console.log(error.message)
}
`

/** Undefined if sound. A large file is read by another process. Rejects if unreadable. */
export async function damageIn(
  file: string,
  kysely: Kysely<Schema>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { size } = await stat(file)
  const said = await (size <= small ? checkHere(kysely) : checkBeside(file, signal))
  return said.trim() === 'ok' ? undefined : said.trim()
}

async function checkHere(kysely: Kysely<Schema>): Promise<string> {
  try {
    const { rows } = await sql.raw<{ quickCheck: string }>(question).execute(kysely)
    return rows.map(({ quickCheck }) => quickCheck).join('\n')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(String(code))) throw error
    return message
  }
}

async function checkBeside(file: string, signal: AbortSignal): Promise<string> {
  const options = ['--input-type=module', '--eval', program, file, import.meta.url]
  return (await promisify(execFile)(process.execPath, options, { signal })).stdout
}
