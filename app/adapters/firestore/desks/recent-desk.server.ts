import type { Database } from '../database/database.server'
import type { DeskRecord } from '../database/schema'

/** Returns the desk as it was a moment ago; undefined if it is not there. */
export async function readDesk(
  { document, recent }: Database,
  id: string,
): Promise<DeskRecord | undefined> {
  const name = `desk ${id}`
  const seen = recent.desks.get(name)
  if (seen) return seen
  const since = performance.now()
  const desk = (await document('desks', id).get()).data()
  if (desk) recent.desks.note(name, desk, since)
  return desk
}
