import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database.server'
import { copyBeforeMigration } from '../../../app/adapters/sqlite/migrate.server'
import { begin, exampleMessage, twoDesks } from '../../contracts/examples'
import { makePlace, storesOf } from './places'

const words = 'Ich heiße Kanarienvogel'

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
    return { ...storesOf(database), database, close: () => database.close() }
  }

  /** The files of the folder that hold a text somewhere. */
  async function filesWith(text: string): Promise<string[]> {
    const names = await readdir(place.folder)
    const contents = await Promise.all(names.map((name) => readFile(join(place.folder, name))))
    return names.filter((_, index) => contents[index]?.includes(text))
  }

  /** Two desks whose tickets grow in turn, so that rows are moved from page to page all the time. */
  async function fill() {
    const [ada, ben] = await twoDesks(stores)
    for (let round = 0; round < 60; round += 1) {
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
    await fill()
    await copyFile(place.file, copyBeforeMigration(place.file))
    expect((await filesWith(words)).length).toBeGreaterThan(1)
    expect(await filesWith('ada@example.com')).not.toEqual([])

    await stores.accounts.erase('ada')
    // Deleted rows are overwritten where they lay, and that is not enough.
    expect(await filesWith(words)).not.toEqual([])
    await stores.database.scrub()
    expect(await filesWith(words)).toEqual([])
    expect(await filesWith('ada@example.com')).toEqual([])

    expect(await filesWith('Ich bleibe')).not.toEqual([])
    await stores.database.close()
    stores = openStores()
    const kept = await stores.tickets.listAll('desk-ben', 0, 99)
    expect(kept).toHaveLength(60)
    expect(await stores.tickets.messages({ deskId: 'desk-ben', number: 60 }, 0, 9)).toHaveLength(6)
  })

  test('scrubbing what is clean changes nothing, and may be done again', async () => {
    const [desk] = await twoDesks(stores)
    await stores.database.scrub()
    await stores.database.scrub()
    expect(await stores.desks.findByOwner('ada')).toEqual(desk)
  })
})
