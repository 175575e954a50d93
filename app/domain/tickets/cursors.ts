import { z } from 'zod'

/** The end of a page: which list it is of, and the rank, the time and the id of its last record. */
const cursor = z.tuple([z.string(), z.number().int(), z.number().int(), z.string()])

/** Returns where the page after this record begins, opaque and fit for an address. */
export function writeCursor(
  list: string,
  rank: number,
  time: Date | undefined,
  id: string,
): string {
  return Buffer.from(JSON.stringify([list, rank, time?.getTime(), id])).toString('base64url')
}

/** Returns what was written if it is of this list; undefined for one of another list or none at all. */
export function readCursor(text: string | undefined, list: string) {
  if (!text) return undefined
  try {
    const [of, rank, time, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return of === list ? { rank, time, id } : undefined
  } catch {
    return undefined
  }
}
