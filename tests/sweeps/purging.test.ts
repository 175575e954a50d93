import { copyFile } from 'node:fs/promises'
import { setImmediate as immediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../app/adapters/sqlite/database/database.server'
import { copyBeforeMigration } from '../../app/adapters/sqlite/migrations/migrate.server'
import { storesOn } from '../../app/adapters/sqlite/stores.server'
import { makePlace } from '../adapters/sqlite/places'
import { begin, eraseAccount, exampleMessage, minute, twoDesks } from '../contracts/examples'
import { awaitedLater } from '../support/awaited-later'
import { filesWith } from '../support/files-with'

const words = 'Ich heiße Kanarienvogel'

/** The same as search keeps it. */
const folded = 'ich heisse kanarienvogel'

describe('purging the files of the SQLite database', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let stores: ReturnType<typeof openStores>
  beforeEach(async () => {
    place = await makePlace()
    stores = openStores()
  })
  afterEach(async () => {
    await stores.database.close()
    await place.remove()
  })

  function openStores() {
    const database = openDatabase(place.file)
    return { ...storesOn(database), database }
  }

  /** What the search has in its index: all that stands three in a row somewhere. */
  async function terms(): Promise<string[]> {
    return stores.database.kysely.transaction().execute(async (transaction) => {
      await sql`create virtual table if not exists temp.terms
        using fts5vocab (main, search_index, row)`.execute(transaction)
      const { rows } = await sql<{ term: string }>`select term from temp.terms`.execute(transaction)
      return rows.map(({ term }) => term)
    })
  }

  /** Two desks whose tickets grow in turn, so that rows are moved from page to page all the time. */
  async function fill(rounds: number) {
    const [ada, ben] = await twoDesks(stores)
    for (let round = 0; round < rounds; round += 1) {
      for (const { id } of [ada, ben]) {
        const text = id === ada.id ? words : 'Ich bleibe'
        const title = `${text} `.repeat(1 + (round % 7))
        const { visitor } = await begin(stores.tickets, id, `${round}`, {
          title,
          visitorName: text,
        })
        for (let count = 0; count < 5; count += 1) {
          const body = `${text} `.repeat(1 + ((round * 7 + count * 13) % 90))
          const message = exampleMessage(`${id}-${round}-${count}`, { body })
          await stores.tickets.append(visitor, message, () => ({ latest: title.repeat(count) }))
        }
      }
    }
    await stores.database.indexed()
  }

  test('what was erased is in no file any more, the rest is whole', async () => {
    await fill(25)
    // What is in the log alone is in no copy of the file.
    await stores.database.close()
    stores = openStores()
    await copyFile(place.file, copyBeforeMigration(place.file))
    for (const trace of [words, folded])
      expect(filesWith(place.folder, trace).length).toBeGreaterThan(1)
    expect(filesWith(place.folder, 'ada@example.com')).not.toEqual([])

    await eraseAccount(stores, 'ada')
    // Deleted rows are overwritten where they lay, and that is not enough.
    expect(filesWith(place.folder, words)).not.toEqual([])
    await stores.database.purge()
    expect(filesWith(place.folder, words)).toEqual([])
    expect(filesWith(place.folder, folded)).toEqual([])
    expect(await terms()).not.toContain('kan')
    expect(filesWith(place.folder, 'ada@example.com')).toEqual([])

    expect(filesWith(place.folder, 'Ich bleibe')).not.toEqual([])
    await stores.database.close()
    stores = openStores()
    const kept = await stores.tickets.listAll('desk-ben', 0, 99)
    expect(kept).toHaveLength(25)
    expect(await stores.tickets.messages({ deskId: 'desk-ben', number: 25 }, 0, 9)).toHaveLength(6)
  })

  test('a ticket that was erased leaves nothing in the search, the rest is found', async () => {
    await fill(9)
    expect(await terms()).toContain('kan')
    for (const { number } of await stores.tickets.listAll('desk-ada', 0, 99))
      await stores.erasure.hideTicket({ deskId: 'desk-ada', number }, minute(9))
    while (await stores.erasure.eraseStep(50)) {}
    await stores.database.purge()
    expect((await terms()).filter((term) => 'kanarienvogel'.includes(term))).toEqual([])
    await sql`insert into search_index (search_index) values ('integrity-check')`.execute(
      stores.database.kysely,
    )
    for (const trace of [words, folded]) expect(filesWith(place.folder, trace)).toEqual([])
    expect((await stores.ticketSearch.search('desk-ben', ['bleibe'], {}, 99)).found).toHaveLength(9)
  })

  test('while the files are purged reading goes on, and what is written is there afterwards', async () => {
    await fill(25)
    await eraseAccount(stores, 'ada')
    let purged = false
    const purge = awaitedLater(
      stores.database.purge().then(() => {
        purged = true
      }),
    )
    let reads = 0
    const written: Promise<unknown>[] = []
    while (!purged) {
      await stores.desks.findById('desk-ben')
      written.push(awaitedLater(begin(stores.tickets, 'desk-ben', `meanwhile ${reads}`)))
      reads += 1
      await immediate()
      if (reads > 20) await purge
    }
    await purge
    await Promise.all(written)
    expect(reads).toBeGreaterThan(1)
    expect(await stores.tickets.listAll('desk-ben', 25, 999)).toHaveLength(reads)
    expect(filesWith(place.folder, words)).toEqual([])
  })

  test('closing amid a purge loses nothing', async () => {
    await fill(5)
    await eraseAccount(stores, 'ada')
    const ended = Promise.allSettled([stores.database.purge()])
    await stores.database.close()
    await ended
    stores = openStores()
    expect(await stores.tickets.listAll('desk-ben', 0, 99)).toHaveLength(5)
    await stores.database.purge()
    expect(filesWith(place.folder, words)).toEqual([])
  })
})
