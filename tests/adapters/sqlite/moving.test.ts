import { readdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openMovable } from '../../../app/adapters/sqlite/moving/moving.server'
import { openStores } from '../../../app/adapters/sqlite/stores.server'
import { movedNouns } from '../../../app/domain/export/moving'
import { kinds } from '../../../app/domain/record-stores'
import { StoreNotOpened } from '../../../app/domain/stores'
import { makePlace } from './places'

/** Tables whose rows move as a noun, or within one. */
const moved = `accounts sessions site_claim site_settings site_pictures desks tickets ticket_history messages
  attachments mail_stops feedback declarations legal_details orders order_events catalogue products
  product_photos bookings restricted_orders counters stock account_erasures`

/** Those of nouns that are declared once. */
const declared = kinds.map(({ table }) =>
  table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** Those made again by what they count or index, and those of a moment. */
const left = `desk_counts ticket_tags search_texts search_index unindexed_messages order_counts order_words
  upload_reservations discarded_files leases purges probe rating_days asked_days`

test('every table is moved or left out on purpose', async () => {
  const place = await makePlace()
  await (await openStores(place)).close()
  const connection = connect(`${place.folder}/tresen.sqlite`)
  const rows = connection.prepare("select name from sqlite_master where type = 'table'").all([])
  connection.close()
  const names = (rows as { name: string }[]).map(({ name }) => name)
  const own = names.filter((name) => !/^(sqlite_|search_index_)/.test(name))
  expect(own.sort()).toEqual([...`${moved} ${left}`.split(/\s+/), ...declared].sort())
  await place.remove()
})

test('every noun that is declared once is moved', () => {
  const nouns = kinds.map(({ noun }) => noun)
  expect(movedNouns).toEqual(expect.arrayContaining(nouns))
})

test('what was loaded lies under its own name alone, and no server starts before', async () => {
  const place = await makePlace()
  const target = openMovable(place.folder)
  expect(await target.state()).toBe('empty')
  expect(await readdir(place.folder)).toEqual([])
  await target.load((async function* () {})())
  expect(await target.state()).toBe('half')
  await expect(openStores(place)).rejects.toThrow('has only part of the data')
  await target.finish()
  expect(await readdir(place.folder)).toEqual(['tresen.sqlite'])
  await (await openStores(place)).close()
  await place.remove()
})

test('a file that is no database is refused with a sentence', async () => {
  const place = await makePlace()
  await writeFile(
    `${place.folder}/tresen.sqlite`,
    'A letter to the bank, not a database.'.repeat(99),
  )
  const source = openMovable(place.folder)
  await expect(source.state()).rejects.toThrow(StoreNotOpened)
  await place.remove()
})
