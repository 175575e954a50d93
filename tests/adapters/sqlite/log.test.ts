import { stat } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import type { Stores } from '../../../app/domain/stores'
import { exampleSession, twoDesks } from '../../contracts/examples'
import { makePlace } from './places'

let place: Awaited<ReturnType<typeof makePlace>>
let stores: Stores
beforeEach(async () => {
  place = await makePlace()
  stores = storesOn(openDatabase(place.file))
})
afterEach(() => place.remove())

test('the log begins again and again, however much is written, and everything is there', async () => {
  await twoDesks(stores)
  const sizes: number[] = []
  for (let number = 1; number <= 1_000; number += 1) {
    await stores.sessions.create(exampleSession(`session ${number}`))
    if (number % 100 === 0) sizes.push((await stat(`${place.file}-wal`)).size)
  }
  expect(Math.max(...sizes)).toBeLessThan(6 * (sizes[0] ?? 0))
  expect(await stores.sessions.list('ada')).toHaveLength(1_000)
  await stores.close()
  expect((await stat(`${place.file}-wal`)).size).toBe(0)
})

test('closing waits for what brings the log into the file', async () => {
  await twoDesks(stores)
  const adding = Array.from({ length: 300 }, async (_, number) => {
    // Each in a commit of its own.
    for (let turn = 0; turn < number; turn += 1) await new Promise(setImmediate)
    await stores.sessions.create(exampleSession(`session ${number}`))
  })
  await Promise.all(adding)
  await stores.close()
  expect((await stat(`${place.file}-wal`)).size).toBe(0)
  const again = storesOn(openDatabase(place.file))
  expect(await again.sessions.list('ada')).toHaveLength(300)
  await again.close()
})
