import { copyFile } from 'node:fs/promises'
import { setImmediate as immediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { copyBeforeMigration } from '../../app/adapters/sqlite/migrations/migrate.server'
import { begin, eraseAccount, minute } from '../contracts/examples'
import { awaitedLater } from '../support/awaited-later'
import { filesWith } from '../support/files-with'
import { fill, place, reopen, stores, useGrowingDesks, words } from '../support/growing-desks'

/** The words as search keeps them. */
const folded = 'ich heisse kanarienvogel'

describe('purging the files of the SQLite database', () => {
  useGrowingDesks()

  /** What the search has in its index: all that stands three in a row somewhere. */
  async function terms(): Promise<string[]> {
    return stores.database.kysely.transaction().execute(async (transaction) => {
      await sql`create virtual table if not exists temp.terms
        using fts5vocab (main, search_index, row)`.execute(transaction)
      const { rows } = await sql<{ term: string }>`select term from temp.terms`.execute(transaction)
      return rows.map(({ term }) => term)
    })
  }

  test('what was erased is in no file any more, the rest is whole', async () => {
    await fill(25)
    // What is in the log alone is in no copy of the file.
    await reopen()
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
    await reopen()
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
    await reopen()
    expect(await stores.tickets.listAll('desk-ben', 0, 99)).toHaveLength(5)
    await stores.database.purge()
    expect(filesWith(place.folder, words)).toEqual([])
  })
})
