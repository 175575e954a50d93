import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { messageMail } from '../../../app/adapters/sqlite/migrations/0043-message-mail.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { exampleMessage } from '../../contracts/examples'
import { exampleMessageMail } from '../../contracts/message-mail'
import { makeOldPlace, oldTicket } from './old-database'

const rows = `${oldTicket}insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at) values
  ('m1', 't1', 1, 'one', 'visitor', 'text', 'Grüße', 'de', 1),
  ('m2', 't1', 2, 'two', 'owner', 'text', 'Hello', 'en', 2);
`

let place: Awaited<ReturnType<typeof makeOldPlace>>
beforeEach(async () => {
  place = await makeOldPlace(messageMail, rows)
})
afterEach(() => place.remove())

test('messages from before e-mails came in are kept, and e-mails join them', async () => {
  const database = openDatabase(place.file)
  const { tickets } = storesOn(database)
  const scope = { deskId: 'd1', number: 1 }
  const mail = exampleMessageMail('first')
  const copies = ['bob@example.com']
  await tickets.append(scope, exampleMessage('three', { mail, copies }), () => ({}))
  const messages = await tickets.messages(scope, 0, 9)
  expect(messages.map((each) => [each.body, each.mail, each.copies])).toEqual([
    ['Grüße', undefined, undefined],
    ['Hello', undefined, undefined],
    ['Words of three', mail, copies],
  ])
  expect((await tickets.findByMail(['first']))?.id).toBe('t1')
  expect(await tickets.findMail('first')).toEqual(mail)
  await database.close()
})
