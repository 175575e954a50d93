import type { Database } from './database.server'

/** A document that is there from the beginning of a load to its end. */
export function loadingMark({ document }: Database) {
  return document('probe', 'moving')
}

export async function isBeingLoaded(database: Database): Promise<boolean> {
  return (await loadingMark(database).get()).exists
}
