import { statSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../app/adapters/sqlite/database/database.server'
import type { Schema } from '../../app/adapters/sqlite/database/schema.server'
import { storesOn } from '../../app/adapters/sqlite/stores.server'
import { mergeAll } from '../../app/adapters/sqlite/tickets/index.server'
import { makePlace } from '../adapters/sqlite/places'
import { begin, exampleMessage, minute, twoDesks } from '../contracts/examples'

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

test('messages that were added since are written to the search index at once', async () => {
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  const [desk] = await twoDesks(stores)
  const { owner } = await begin(stores.tickets, desk.id, 'a')
  const segments = async () => {
    const { rows } = await sql<{ segments: number }>`
      select count(distinct segid) as segments from search_index_idx`.execute(database.kysely)
    return rows[0]?.segments ?? 0
  }
  await database.indexed()
  const before = await segments()
  for (const key of ['b', 'c']) {
    const message = exampleMessage(key, { body: `parcel ${key}` })
    await stores.tickets.append(owner, message, () => ({}))
  }
  expect(await segments()).toBe(before)
  const { found } = await stores.ticketSearch.search(desk.id, ['parcel'], {}, 10)
  expect(found).toMatchObject([{ snippets: [{ seq: 3 }, { seq: 2 }] }])
  expect((await segments()) - before).toBe(1)
  await stores.close()
})

test('messages are indexed though nobody searches, also by the next opening', async () => {
  const first = openDatabase(place.file)
  const stores = storesOn(first)
  const [desk] = await twoDesks(stores)
  const { owner } = await begin(stores.tickets, desk.id, 'a')
  await stores.tickets.append(owner, exampleMessage('b', { body: 'A parcel' }), () => ({}))
  await stores.close()
  const second = openDatabase(place.file)
  const found = async () => {
    const matching = sql`select rowid from search_index where search_index match 'parcel'`
    return (await matching.execute(second.kysely)).rows.length
  }
  expect(await found()).toBe(0)
  await expect.poll(found).toBe(1)
  await second.close()
})

test('a search finds what is indexed where nothing can be written', async () => {
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  const [desk] = await twoDesks(stores)
  const { owner } = await begin(stores.tickets, desk.id, 'a')
  const add = (key: string) =>
    stores.tickets.append(owner, exampleMessage(key, { body: `parcel ${key}` }), () => ({}))
  await add('b')
  await database.indexed()
  await add('c')
  await sql`pragma query_only = on`.execute(database.kysely)
  const { found } = await stores.ticketSearch.search(desk.id, ['parcel'], {}, 10)
  expect(found).toMatchObject([{ snippets: [{ seq: 2 }] }])
  await sql`pragma query_only = off`.execute(database.kysely)
  await stores.close()
})

test('what is erased in the turn in which it is written is not in the search index', async () => {
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  const [desk] = await twoDesks(stores)
  const { owner } = await begin(stores.tickets, desk.id, 'a')
  const found = async () => {
    const matching = sql`select rowid from search_index where search_index match 'parcel'`
    return (await matching.execute(database.kysely)).rows.length
  }
  const [added] = await Promise.all([
    stores.tickets.append(owner, exampleMessage('b', { body: 'A parcel' }), () => ({})),
    stores.erasure.hideTicket(owner, minute(1)),
    stores.erasure.eraseStep(1_000),
  ])
  await database.indexed()
  expect(added).toMatchObject({ kind: 'added' })
  expect(await found()).toBe(0)
  await stores.close()
})

/** Counts the pages that each commit writes to the log. */
function pagesOfCommits() {
  const pages: number[] = []
  const size = () => statSync(`${place.file}-wal`).size
  const counting = async <Result>(work: Promise<Result>) => {
    const before = size()
    const result = await work
    pages.push((size() - before) / page)
    return result
  }
  return { pages, counting }
}

test('no commit merges much of the search index, neither of a message nor of an erasure', async () => {
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  const [desk] = await twoDesks(stores)
  const { owner } = await begin(stores.tickets, desk.id, 'a')
  await sql`pragma wal_autocheckpoint = 0`.execute(database.kysely)
  const { pages, counting } = pagesOfCommits()
  for (let message = 0; message < 60; message += 1) {
    const body = words(message)
    const adding = stores.tickets.append(owner, exampleMessage(`${message}`, { body }), () => ({}))
    expect(await counting(adding)).toMatchObject({ kind: 'added' })
    await counting(database.indexed())
  }
  await stores.erasure.hideTicket(owner, minute(60))
  while (await counting(stores.erasure.eraseStep(1)));
  expect(Math.min(...pages.slice(0, 120))).toBeGreaterThan(5)
  expect(Math.max(...pages)).toBeLessThan(200)
  await stores.close()
})

test('nor of a merge, whose messages are indexed again in steps', async () => {
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  const [desk] = await twoDesks(stores)
  const target = await begin(stores.tickets, desk.id, 'target')
  const { owner } = await begin(stores.tickets, desk.id, 'source')
  for (let message = 0; message < 60; message += 1) {
    const added = exampleMessage(`${message}`, { body: `${words(message)} parcel` })
    await stores.tickets.append(owner, added, () => ({}))
  }
  await database.indexed()
  await sql`pragma wal_autocheckpoint = 0`.execute(database.kysely)
  const { pages, counting } = pagesOfCommits()
  const numbers = { source: owner.number, target: target.ticket.number }
  const merge = stores.tickets.merge(desk.id, numbers, () => ({ source: {}, target: {} }))
  expect(await counting(merge)).toMatchObject({ kind: 'merged' })
  expect(Math.max(...pages)).toBeLessThan(200)
  const { found } = await stores.ticketSearch.search(desk.id, ['parcel'], {}, 10)
  expect(found.map(({ ticket }) => ticket.number)).toEqual([target.ticket.number])
  await stores.close()
})

test('nor does one of a purge, which merges all of it', async () => {
  const database = openDatabase(place.file)
  const stores = storesOn(database)
  const [desk] = await twoDesks(stores)
  const { owner } = await begin(stores.tickets, desk.id, 'a')
  for (let message = 0; message < 60; message += 1) {
    const added = exampleMessage(`${message}`, { body: words(message) })
    await stores.tickets.append(owner, added, () => ({}))
    await database.indexed()
  }
  await sql`pragma wal_autocheckpoint = 0`.execute(database.kysely)
  const { pages, counting } = pagesOfCommits()
  const transaction = () => ({
    execute: (work: Parameters<ReturnType<Kysely<Schema>['transaction']>['execute']>[0]) =>
      counting(database.kysely.transaction().execute(work)),
  })
  const counted = { transaction } as unknown as Kysely<Schema>
  await mergeAll(counted, new AbortController().signal)
  expect(pages.length).toBeGreaterThan(20)
  expect(Math.max(...pages)).toBeLessThan(100)
  await stores.close()
})
