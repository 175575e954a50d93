import type { DocumentReference, Firestore, Transaction } from 'firebase-admin/firestore'

/**
 * What is stored, and what it means: the number of the newest schema in `sqlite/migrations`, which changes
 * for the same reasons. A program writes whole documents and lists of what it knows, so that an older one
 * would drop the rest.
 */
export const generation = 83

/** The data are of a newer generation. */
export class NewerGeneration extends Error {
  constructor(
    readonly found: number,
    readonly own: number,
  ) {
    super(`The data are of generation ${found}; this program writes ${own}.`)
    this.name = 'NewerGeneration'
  }
}

/** Of a database. */
interface Marked {
  document(name: 'generation', ...texts: string[]): DocumentReference<{ generation: number }>
  /** The program's own. */
  generation: number
}

/** Throws NewerGeneration; within a transaction the generation stays until its commit. */
export async function refuseNewer(database: Marked, transaction?: Transaction): Promise<number> {
  const mark = markOf(database)
  const { generation: found = 0 } =
    (await (transaction ? transaction.get(mark) : mark.get())).data() ?? {}
  if (found > database.generation) throw new NewerGeneration(found, database.generation)
  return found
}

/** From here on older programs commit nothing and do not start. Throws NewerGeneration. */
export async function raiseGeneration(database: Marked & { firestore: Firestore }) {
  await database.firestore.runTransaction(async (transaction) => {
    const found = await refuseNewer(database, transaction)
    if (found < database.generation)
      transaction.set(markOf(database), { generation: database.generation })
  })
}

function markOf({ document }: Marked) {
  return document('generation', 'generation')
}
