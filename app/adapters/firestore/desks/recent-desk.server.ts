import type { Database } from '../database/database.server'
import type { DeskRecord } from '../database/schema'

/** May be a second old; undefined for an unknown desk. */
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
