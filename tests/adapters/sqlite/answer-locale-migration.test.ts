import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { answerLocale } from '../../../app/adapters/sqlite/migrations/0039-answer-locale.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { answerLanguage } from '../../../app/domain/tickets/answer-language'
import { makeOldPlace } from './old-database'

const rows = `
insert into tickets (id, desk_id, number, start_key, secret_hash, state, locale, visitor_name,
    visitor_email, title, latest, last_seq, visitor_seen_seq, owner_seen_seq, created_at, updated_at)
  values ('t1', 'd1', 1, 'k1', 's1', 'solved', 'de', 'Vera', 'vera@example.com', 'T', 'T', 1, 1, 1, 1, 2),
         ('t2', 'd1', 2, 'k2', 's2', 'solved', 'en', '', '', 'U', 'U', 1, 1, 1, 1, 2);
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(answerLocale, rows)
})
afterEach(() => place.remove())

test('tickets from before are answered in the language of their page until another is chosen', async () => {
  const database = openDatabase(place.file)
  const { tickets } = storesOn(database)
  const find = (number: number) => tickets.find({ deskId: 'd1', number })
  const languageOf = async (number: number) => {
    const ticket = await find(number)
    return ticket && [ticket.visitorName, ticket.answerLocale, answerLanguage(ticket)]
  }
  expect(await languageOf(1)).toEqual(['Vera', undefined, 'de'])
  expect(await languageOf(2)).toEqual(['', undefined, 'en'])
  await tickets.move({ deskId: 'd1', number: 1 }, () => ({ answerLocale: 'en' }))
  expect(await languageOf(1)).toEqual(['Vera', 'en', 'en'])
  expect(await languageOf(2)).toEqual(['', undefined, 'en'])
  await database.close()
})
