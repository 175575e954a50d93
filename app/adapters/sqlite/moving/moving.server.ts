import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type { MovableStore } from '../../../domain/export/moving'
import { StoreNotOpened } from '../../../domain/stores'
import { databaseIn } from '../data-folder.server'
import { type Database, openDatabase } from '../database/database.server'
import { createErasure } from '../erasure/erasure.server'
import { dump } from './dump.server'
import { load } from './load.server'

const erasedAtOnce = 500

/** The tables of a server that nobody has used yet. */
const ofStart = new Set<string>(['shop', 'siteClaim', 'siteSettings'])

/** The file that a load writes to; renamed once the move has ended. */
function draftIn(folder: string): string {
  return `${databaseIn(folder)}.moving`
}

/** Throws StoreNotOpened for a folder that a move has not ended in. */
export function refuseHalf(folder: string): void {
  const draft = draftIn(folder)
  if (!existsSync(draft)) return
  throw new StoreNotOpened(
    `STORE=sqlite: ${folder} has only part of the data: a move into it has not finished. Run it again, or remove ${draft} to do without it`,
    undefined,
  )
}

/** Creates nothing before `load`. */
export function openMovable(folder: string): MovableStore {
  const file = databaseIn(folder)
  const draft = draftIn(folder)
  const remove = (name: string) => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${name}${end}`, { force: true })
  }
  return {
    async state() {
      if (existsSync(draft)) return 'half'
      if (!existsSync(file)) return 'empty'
      for await (const { noun } of reading(file, dump)) if (!ofStart.has(noun)) return 'whole'
      return 'empty'
    },

    async *dump() {
      yield* reading(existsSync(draft) ? draft : file, dump)
    },

    async load(pieces) {
      mkdirSync(folder, { recursive: true })
      remove(draft)
      const database = openDatabase(draft)
      try {
        await load(database.kysely, pieces)
      } finally {
        await database.close()
      }
    },

    async finish() {
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
  const database = opened(file)
  try {
    const { eraseStep } = createErasure(database)
    while (await eraseStep(erasedAtOnce));
    yield* read(database)
  } finally {
    await database.close()
  }
}

function opened(file: string): Database {
  try {
    return openDatabase(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new StoreNotOpened(`STORE=sqlite: ${file} cannot be opened (${reason})`, error)
  }
}
