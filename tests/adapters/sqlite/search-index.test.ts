import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { begin, exampleMessage, minute, twoDesks } from '../../contracts/examples'
import { makePlace } from './places'

const page = 4_096

/** Words that no two messages have in common: each fills several pages of the index. */
function words(message: number): string {
  let state = message + 1
  const letters = Array.from({ length: 2_000 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return String.fromCodePoint(0x4e00 + (state >>> 18))
  })
  return letters.join('')
}

let place: Awaited<ReturnType<typeof makePlace>>
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.remove())

test('no commit merges much of the search index, neither of a message nor of an erasure', async () => {
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  const [desk] = await twoDesks(stores)
  const { owner } = await begin(stores.tickets, desk.id, 'a')
  await sql`pragma wal_autocheckpoint = 0`.execute(database.kysely)
  const pages: number[] = []
  const counting = async <Result>(work: Promise<Result>) => {
    const before = statSync(`${place.file}-wal`).size
    const result = await work
    pages.push((statSync(`${place.file}-wal`).size - before) / page)
    return result
  }
  for (let message = 0; message < 60; message += 1) {
    const body = words(message)
    const adding = stores.tickets.append(owner, exampleMessage(`${message}`, { body }), () => ({}))
    expect(await counting(adding)).toMatchObject({ kind: 'added' })
  }
  await stores.erasure.hideTicket(owner, minute(60))
  while (await counting(stores.erasure.eraseStep(1)));
  expect(Math.min(...pages.slice(0, 60))).toBeGreaterThan(5)
  expect(Math.max(...pages)).toBeLessThan(200)
  await stores.close()
})
