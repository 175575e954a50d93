import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { assignees } from '../../../app/adapters/sqlite/migrations/0054-assignees.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace, oldTicket } from './old-database'

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(assignees, oldTicket)
})
afterEach(() => place.remove())

test('a ticket from before is kept, and is nobody’s', async () => {
  const database = openDatabase(place.file)
  const { tickets } = storesOn(database)
  expect(await tickets.list('d1', { assignee: '' }, 9)).toMatchObject({ tickets: [{ title: 'T' }] })
  expect(await tickets.countAssigned('d1')).toEqual({})
  await database.close()
})
