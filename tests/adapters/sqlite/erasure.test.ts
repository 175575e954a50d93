import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database.server'
import { copyBeforeMigration } from '../../../app/adapters/sqlite/migrate.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { begin, exampleMessage, twoDesks } from '../../contracts/examples'
import { makePlace } from './places'

const words = 'Ich heiße Kanarienvogel'

/** The same as search keeps it. */
const folded = 'ich heisse kanarienvogel'

describe('erasing from the SQLite database', () => {
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

  /** The files of the folder that hold a text somewhere. */
  async function filesWith(text: string): Promise<string[]> {
    const names = await readdir(place.folder)
    const contents = await Promise.all(names.map((name) => readFile(join(place.folder, name))))
    return names.filter((_, index) => contents[index]?.includes(text))
  }

  /** What the search has in its index: all that stands three in a row somewhere. */
  async function terms(): Promise<string[]> {
    const { kysely } = stores.database
    await sql`create virtual table if not exists temp.terms
      using fts5vocab (main, search_index, row)`.execute(kysely)
    const { rows } = await sql<{ term: string }>`select term from temp.terms`.execute(kysely)
    return rows.map(({ term }) => term)
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
  }

  test('what was erased is in no file any more, the rest is whole', async () => {
    await fill(25)
    await copyFile(place.file, copyBeforeMigration(place.file))
    for (const trace of [words, folded]) expect((await filesWith(trace)).length).toBeGreaterThan(1)
    expect(await filesWith('ada@example.com')).not.toEqual([])

    await stores.accounts.erase('ada')
    // Deleted rows are overwritten where they lay, and that is not enough.
    expect(await filesWith(words)).not.toEqual([])
    await stores.database.scrub()
    expect(await filesWith(words)).toEqual([])
    expect(await filesWith(folded)).toEqual([])
    expect(await terms()).not.toContain('kan')
    expect(await filesWith('ada@example.com')).toEqual([])

    expect(await filesWith('Ich bleibe')).not.toEqual([])
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
      await stores.ticketErasure.erase({ deskId: 'desk-ada', number })
    expect((await terms()).filter((term) => 'kanarienvogel'.includes(term))).toEqual([])
    await sql`insert into search_index (search_index) values ('integrity-check')`.execute(
      stores.database.kysely,
    )
    await stores.database.scrub()
    for (const trace of [words, folded]) expect(await filesWith(trace)).toEqual([])
    expect((await stores.ticketSearch.search('desk-ben', ['bleibe'], {}, 99)).found).toHaveLength(9)
  })

  test('scrubbing what is clean changes nothing, and may be done again', async () => {
    const [desk] = await twoDesks(stores)
    await stores.database.scrub()
    await stores.database.scrub()
    expect(await stores.desks.findByOwner('ada')).toEqual(desk)
  })
})
