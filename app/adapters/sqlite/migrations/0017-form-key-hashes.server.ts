import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Connection } from '../database/connection.server'

const keys = z.array(z.object({ place: z.number(), key: z.string() }))

/** The columns with keys of forms that people without an account send. */
const columns = [
  { table: 'messages', column: 'client_key', condition: "author = 'visitor'" },
  { table: 'declarations', column: 'key', condition: 'true' },
]

/** By SHA-256: a resent form counts once. A first message's key stays: links derive from it. */
export function hashFormKeys(connection: Connection): void {
  for (const { table, column, condition } of columns) {
    const piece = connection.prepare(
      `select rowid as place, ${column} as key from ${table}
        where rowid > ? and ${condition} order by rowid limit 500`,
    )
    const replace = connection.prepare(`update ${table} set ${column} = ? where rowid = ?`)
    let last = 0
    for (;;) {
      const rows = keys.parse(piece.all([last]))
      for (const { place, key } of rows) {
        replace.run([createHash('sha256').update(key).digest('base64url'), place])
        last = place
      }
      if (rows.length === 0) break
    }
  }
}
