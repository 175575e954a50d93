import { z } from 'zod'

/** Milliseconds until the year 10000, the first that no store takes. */
const end = 253_402_300_800_000

/** The list, and the rank, time and id of the page's last record, which a search leaves out: none that a store fails at. */
const cursor = z.tuple([
  z.string(),
  z.number().int().safe(),
  z.number().int().min(0).lt(end),
  z.string().regex(/^(?!__)[^/]{0,200}$/),
])

/** Returns an opaque, URL-safe cursor for the page after this record. */
export function writeCursor(
  list: string,
  rank: number,
  time: Date | undefined,
  id: string,
): string {
  return Buffer.from(JSON.stringify([list, rank, time?.getTime(), id])).toString('base64url')
}

/** Undefined for another list's cursor or an invalid one. */
export function readCursor(text: string | undefined, list: string) {
  if (!text) return undefined
  try {
    const [of, rank, time, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return of === list ? { rank, time, id } : undefined
  } catch {
    return undefined
  }
}
