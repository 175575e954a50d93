import type { MovableStore } from '../../../domain/export/moving'
import { type Database, openDatabase, type Settings } from '../database/database.server'
import { isBeingLoaded, loadingMark } from '../database/loading.server'
import { createErasure } from '../erasure/erasure.server'
import { createTicketLookup } from '../tickets/lookup.server'
import { dump } from './dump.server'
import { load } from './load.server'

const erasedAtOnce = 100

export function openMovable(settings: Settings): MovableStore {
  const database = openDatabase(settings)
  const mark = loadingMark(database)
  return {
    async *dump() {
      const { eraseStep } = createErasure(database, createTicketLookup(database))
      while (await eraseStep(erasedAtOnce));
      yield* dump(database)
    },

    async isEmpty() {
      return (await isBeingLoaded(database)) || !(await hasAny(database))
    },

    async load(pieces) {
      await mark.set({ beats: 1 })
      await load(database, pieces)
      await mark.delete()
    },

    close: () => database.firestore.terminate(),
  }
}

async function hasAny({ collection }: Database): Promise<boolean> {
  for (const name of ['accounts', 'desks', 'orders', 'restrictedOrders'] as const) {
    const found = await collection(name as 'desks')
      .limit(1)
      .get()
    if (!found.empty) return true
  }
  return false
}
