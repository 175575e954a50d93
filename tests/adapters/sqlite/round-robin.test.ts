import { expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { roundRobin } from '../../../app/adapters/sqlite/migrations/0056-round-robin.server'
import { openStores, storesOn } from '../../../app/adapters/sqlite/stores.server'
import { assignInTurn } from '../../../app/domain/tickets/round-robin'
import { begin, exampleMember, minute, twoDesks } from '../../contracts/examples'
import { roundRobinContract } from '../../contracts/round-robin'
import { makeOldPlace } from './old-database'
import { makePlace, openTemporaryStores } from './places'

roundRobinContract('SQLite', openTemporaryStores)

const live = { publish() {}, subscribe: async () => () => {}, revision: () => '' }

test('a restart does not change whose turn it is', async () => {
  const place = await makePlace()
  const given = []
  for (const name of ['a', 'b', 'c']) {
    const stores = await openStores(place)
    if (name === 'a') {
      await twoDesks(stores)
      await stores.members.join(exampleMember('desk-ada', 'ben'))
      await stores.desks.saveNewTickets('desk-ada', 'in-turn')
      for (const uid of ['ada', 'ben']) await stores.members.attend('desk-ada', uid, minute(1))
    }
    const { ticket, owner } = await begin(stores.tickets, 'desk-ada', name)
    await assignInTurn({ ...stores, live }, ticket, minute(2))
    given.push((await stores.tickets.find(owner))?.assignee)
    await stores.close()
  }
  expect(given).toEqual(['ada', 'ben', 'ada'])
  await place.remove()
})

test('a desk from before leaves new tickets to nobody, and nobody had one in turn', async () => {
  const member = `insert into members (desk_id, uid, kind, name, joined_at, chosen_at, reader)
    values ('d1', 'ada', 'manager', 'Ada', 1, 1, 'd1');`
  const place = await makeOldPlace(roundRobin, member)
  const database = openDatabase(place.file)
  const { desks, members } = storesOn(database)
  const desk = await desks.findById('d1')
  expect(desk).toMatchObject({ name: 'Desk' })
  expect(desk?.newTickets).toBeUndefined()
  const [ada] = await members.list('d1')
  expect(ada).toMatchObject({ name: 'Ada', reader: 'd1' })
  expect(ada?.lastInTurn).toBeUndefined()
  await database.close()
  await place.remove()
})
