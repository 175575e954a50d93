import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { firstTags } from '../../../app/adapters/sqlite/migrations/0080-first-tags.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { makeOldPlace, oldTicket } from './old-database'

const tagged = (id: string, number: number, tags: string[]) => `
${oldTicket.replace(/'t1', 'd1', 1, 'k', 's'/, `'${id}', 'd1', ${number}, '${id}', '${id}'`)}
update tickets set tags = '${JSON.stringify(tags)}' where id = '${id}';`

const rows = `
${tagged('t1', 1, ['Bestellung', 'Größe'])}
${tagged('t2', 2, ['bestellung'])}
${tagged('t3', 3, [])}
insert into ticket_tags (ticket_id, desk_id, tag_key, tag) values ('t2', 'd1', 'bestellung', 'bestellung');`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(firstTags, rows)
})
afterEach(() => place.remove())

test('Tickets of before are found by the tags that they were born with', async () => {
  const database = openDatabase(place.file)
  const { tickets } = storesOn(database)
  const found = async (tag: string) =>
    (await tickets.list('d1', { tag, order: 'newest' }, 9)).tickets.map(({ id }) => id).sort()
  expect(await found('Bestellung')).toEqual(['t1', 't2'])
  expect(await found('größe')).toEqual(['t1'])
  await database.close()
})
