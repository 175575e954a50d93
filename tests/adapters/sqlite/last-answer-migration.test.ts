import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { lastAnswer } from '../../../app/adapters/sqlite/migrations/0053-last-answer.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { isOvertaken } from '../../../app/domain/tickets/overtaking'
import { makeOldPlace, oldTicket } from './old-database'

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(lastAnswer, oldTicket)
})
afterEach(() => place.remove())

test('a ticket from before is kept, and nobody is asked again because of its answers', async () => {
  const database = openDatabase(place.file)
  const ticket = await storesOn(database).tickets.find({ deskId: 'd1', number: 1 })
  expect(ticket).toMatchObject({ title: 'T', lastSeq: 2 })
  expect(ticket && isOvertaken(ticket, { reader: 'ada', seen: 1 })).toBe(false)
  await database.close()
})
