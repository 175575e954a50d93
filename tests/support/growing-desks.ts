import { afterEach, beforeEach } from 'vitest'
import { openDatabase } from '../../app/adapters/sqlite/database/database.server'
import { storesOn } from '../../app/adapters/sqlite/stores.server'
import { makePlace } from '../adapters/sqlite/places'
import { begin, exampleMessage, twoDesks } from '../contracts/examples'

/** Words of Ada's guests, of which nothing is to be left; Ben's write others. */
export const words = 'Ich heiße Kanarienvogel'

/** Of the test that runs, in a suite that calls useGrowingDesks(). */
export let place: Awaited<ReturnType<typeof makePlace>>
export let stores: ReturnType<typeof openStores>

/** Opens an SQLite database of its own for each test of a suite. */
export function useGrowingDesks(): void {
  beforeEach(async () => {
    place = await makePlace()
    stores = openStores()
  })
  afterEach(async () => {
    await stores.database.close()
    await place.remove()
  })
}

/** Once more on the same file, after a close. */
export async function reopen(): Promise<void> {
  await stores.database.close()
  stores = openStores()
}

function openStores() {
  const database = openDatabase(place.file)
  return { ...storesOn(database), database }
}

/** Two desks whose tickets grow in turn, so that rows are moved from page to page all the time. */
export async function fill(rounds: number): Promise<void> {
  const [ada, ben] = await twoDesks(stores)
  for (let round = 0; round < rounds; round += 1) {
    for (const { id } of [ada, ben]) {
      const text = id === ada.id ? words : 'Ich bleibe'
      const title = `${text} `.repeat(1 + (round % 7))
      const { visitor } = await begin(stores.tickets, id, `${round}`, { title, visitorName: text })
      for (let count = 0; count < 5; count += 1) {
        const body = `${text} `.repeat(1 + ((round * 7 + count * 13) % 90))
        const message = exampleMessage(`${id}-${round}-${count}`, { body })
        await stores.tickets.append(visitor, message, () => ({ latest: title.repeat(count) }))
      }
    }
  }
  await stores.database.indexed()
}
