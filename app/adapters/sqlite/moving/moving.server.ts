import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type { MovableStore } from '../../../domain/export/moving'
import { databaseIn } from '../data-folder.server'
import { type Database, openDatabase } from '../database/database.server'
import { createErasure } from '../erasure/erasure.server'
import { dump } from './dump.server'
import { load } from './load.server'

const erasedAtOnce = 500

/** A server that nobody has used yet has these. */
const ofStart = new Set<string>(['shop', 'siteClaim'])

export function openMovable(folder: string): MovableStore {
  const file = databaseIn(folder)
  const remove = (name: string) => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${name}${end}`, { force: true })
  }
  return {
    async *dump() {
      yield* reading(file, dump)
    },

    async isEmpty() {
      if (!existsSync(file)) return true
      for await (const { noun } of reading(file, dump)) if (!ofStart.has(noun)) return false
      return true
    },

    /** Appears under its name once it is whole. */
    async load(pieces) {
      mkdirSync(folder, { recursive: true })
      const draft = `${file}.moving`
      remove(draft)
      const database = openDatabase(draft)
      try {
        await load(database.kysely, pieces)
      } finally {
        await database.close()
      }
      remove(file)
      renameSync(draft, file)
      // The driver leaves an empty log.
      remove(draft)
    },

    close: async () => undefined,
  }
}

async function* reading<Read>(
  file: string,
  read: (database: Database) => AsyncGenerator<Read>,
): AsyncGenerator<Read> {
  const database = openDatabase(file)
  try {
    const { eraseStep } = createErasure(database)
    while (await eraseStep(erasedAtOnce));
    yield* read(database)
  } finally {
    await database.close()
  }
}
