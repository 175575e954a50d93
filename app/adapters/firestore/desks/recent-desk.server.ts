import type { Database } from '../database/database.server'
import type { DeskRecord } from '../database/schema'

/** May be a second old; undefined for an unknown desk. */
export function readDesk(
  { document, recent }: Database,
  id: string,
): Promise<DeskRecord | undefined> {
  return recent.desks.read(`desk ${id}`, async () => (await document('desks', id).get()).data())
}
