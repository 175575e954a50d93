import { readFile, stat } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../app/adapters/sqlite/database/database.server'
import { storesOn } from '../../app/adapters/sqlite/stores.server'
import type { Stores } from '../../app/domain/stores'
import { makePlace } from '../adapters/sqlite/places'
import { exampleSession, twoDesks } from '../contracts/examples'

let place: Awaited<ReturnType<typeof makePlace>>
let stores: Stores
beforeEach(async () => {
  place = await makePlace()
  stores = storesOn(openDatabase(place.file))
})
afterEach(() => place.remove())

/** How often the log has started over. Source: sqlite.org/fileformat2.html, 4.1. */
async function restarts(): Promise<number> {
  const log = await readFile(`${place.file}-wal`)
  return log.length > 0 ? log.readUInt32BE(12) : 0
}

test('the log starts over while it is written, and everything is there', async () => {
  await twoDesks(stores)
  let written = 0
  while ((await restarts()) < 2) {
    for (const last = written + 100; written < last; written += 1) {
      await stores.sessions.create(exampleSession(`session ${written}`))
    }
  }
  expect(await stores.sessions.list('ada')).toHaveLength(written)
  await stores.close()
  expect((await stat(`${place.file}-wal`)).size).toBe(0)
})

test('closing waits for the checkpoint', async () => {
  await twoDesks(stores)
  const adding = Array.from({ length: 300 }, async (_, number) => {
    // Each in a commit of its own.
    for (let tick = 0; tick < number; tick += 1) await new Promise(setImmediate)
    await stores.sessions.create(exampleSession(`session ${number}`))
  })
  await Promise.all(adding)
  await stores.close()
  expect((await stat(`${place.file}-wal`)).size).toBe(0)
  const again = storesOn(openDatabase(place.file))
  expect(await again.sessions.list('ada')).toHaveLength(300)
  await again.close()
})
