import { z } from 'zod'

/** The place after a ticket in a list: which list, rank and time that it is sorted by, its id. */
const cursor = z.tuple([z.string(), z.number().int(), z.number().int(), z.string()])

export function writePlace(list: string, rank: number, time: Date | undefined, id: string): string {
  return Buffer.from(JSON.stringify([list, rank, time?.getTime(), id])).toString('base64url')
}

/** The place that was written, if it is one of this list. */
export function readPlace(text: string | undefined, list: string) {
  if (!text) return undefined
  try {
    const [of, rank, time, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return of === list ? { rank, time, id } : undefined
  } catch {
    return undefined
  }
}
