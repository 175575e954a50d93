import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLiveBus } from '~/adapters/in-process/live.server'
import { createPresenceStore } from '~/adapters/in-process/presence.server'
import { openDatabase } from '~/adapters/sqlite/database/database.server'
import { storesOn } from '~/adapters/sqlite/stores.server'
import type { Stores } from '~/domain/stores'
import { createDeskFeeds } from '~/server/live/desk-feeds'
import { makePlace } from '../../adapters/sqlite/places'
import { begin, exampleMember, minute, twoDesks } from '../../contracts/examples'

let place: Awaited<ReturnType<typeof makePlace>>
let stores: Pick<Stores, 'tickets'>
let close: () => Promise<unknown>

beforeEach(async () => {
  place = await makePlace()
  const database = openDatabase(place.file)
  const opened = storesOn(database)
  stores = opened
  close = () => database.close()
  await twoDesks(opened)
})
afterEach(async () => {
  await close()
  await place.remove()
})

/** Listens as a member; `news` resolves with what comes next about a ticket. */
function listener(uid: string) {
  const waiting: ((unread: boolean) => void)[] = []
  return {
    member: exampleMember('desk-ada', uid, { joinedAt: minute(0) }),
    hear: (text: string) => waiting.shift()?.(text.includes('"unread":true')),
    fail: (error: unknown) => {
      throw error
    },
    news: () => new Promise<boolean>((resolve) => waiting.push(resolve)),
  }
}

test('a message is announced once to a member who listens, and forgotten once they have left', async () => {
  const live = createLiveBus()
  const services = { live, presence: createPresenceStore(), tickets: stores.tickets }
  const feeds = createDeskFeeds(services, () => minute(1))
  const { ticket } = await begin(stores.tickets, 'desk-ada', 'a')
  const [cleo, dora] = [listener('cleo'), listener('dora')]
  const leave = feeds.join('desk-ada', cleo)
  const stay = feeds.join('desk-ada', dora)
  const event = { kind: 'ticket', deskId: 'desk-ada', ticketId: ticket.id, number: 1 } as const
  const announced = async (...listeners: (typeof cleo)[]) => {
    const news = Promise.all(listeners.map((each) => each.news()))
    live.publish('desk:desk-ada', event)
    return news
  }
  expect(await announced(cleo, dora)).toEqual([true, true])
  expect(await announced(cleo, dora)).toEqual([false, false])
  leave()
  const leaveAgain = feeds.join('desk-ada', cleo)
  expect(await announced(cleo, dora)).toEqual([true, false])
  leaveAgain()
  stay()
})
