import type { Database } from './database.server'

const collection = 'probe'

/** A document that is there from the beginning of a move into this database to its end. */
export function loadingMark({ document }: Database) {
  return document(collection, 'moving')
}

export async function isBeingLoaded(database: Database): Promise<boolean> {
  return (await loadingMark(database).get()).exists
}

/** Collections that servers write before a database has any accounts. */
const ofServers = [collection, 'generation', 'leases', 'purges', 'discardedFiles']

export async function hasData({ firestore }: Database): Promise<boolean> {
  return (await firestore.listCollections()).some(({ id }) => !ofServers.includes(id))
}

/** Removes every document but the mark. */
export async function removeLoaded({ firestore }: Database): Promise<void> {
  for (const each of await firestore.listCollections())
    if (each.id !== collection) await firestore.recursiveDelete(each)
}
