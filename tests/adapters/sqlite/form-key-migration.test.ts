import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { migrate } from '../../../app/adapters/sqlite/database/migrate.server'
import { migrations } from '../../../app/adapters/sqlite/database/migrations.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { formKeyHash } from '../../../app/http/forms/key.server'
import { exampleMessage } from '../../contracts/examples'
import { makePlace } from './places'

const before = `
insert into accounts (uid, email, email_verified, locale, created_at)
  values ('ada', 'ada@example.com', 1, 'de', 0);
insert into desks (id, owner_uid, public_key, name, greeting, time_zone, created_at, last_number)
  values ('desk', 'ada', 'key', '', '{}', 'Europe/Berlin', 0, 1);
insert into tickets (id, desk_id, number, start_key, secret_hash, state, locale, visitor_name,
    visitor_email, title, latest, last_seq, visitor_seen_seq, owner_seen_seq, waiting_since,
    created_at, updated_at)
  values ('ticket', 'desk', 1, 'clear-1', 'hash', 'open', 'de', '', '', '', '', 1200, 0, 0, 1, 1, 1);
with recursive counted (seq) as (values (1) union all select seq + 1 from counted limit 1200)
insert into messages (id, ticket_id, seq, client_key, author, kind, body, locale, created_at)
  select 'message-' || seq, 'ticket', seq, 'clear-' || seq, iif(seq = 2, 'owner', 'visitor'), 'text',
    'words', 'de', seq from counted;
insert into declarations (id, key, matter, name, email, contract, ends_on, language, mailed, received_at)
  values ('declaration', 'clear', '{"kind":"withdrawal"}', 'Ada', 'ada@example.com', '1', '', 'de', 0, 1);
`

let place: Awaited<ReturnType<typeof makePlace>>

beforeEach(async () => {
  place = await makePlace()
  const connection = connect(place.file)
  migrate(connection, place.file, migrations.slice(0, 16))
  connection.exec(before)
  connection.close()
})

afterEach(() => place.remove())

test('keys of visitors become hashes by which forms sent again still count once', async () => {
  const database = openDatabase(place.file)
  const { tickets, declarations } = storesOn(database)
  const scope = { secretHash: 'hash' }
  for (const seq of [1, 3, 1200]) {
    expect(await tickets.hasKey(scope, `clear-${seq}`)).toBe(false)
    expect(await tickets.hasKey(scope, formKeyHash(`clear-${seq}`))).toBe(true)
  }
  expect(await tickets.hasKey(scope, 'clear-2')).toBe(true)
  const message = { ...exampleMessage(formKeyHash('clear-1200')), body: 'words' }
  expect((await tickets.append(scope, message, () => ({}))).kind).toBe('again')
  expect(await declarations.find('declaration')).toMatchObject({ key: formKeyHash('clear') })
  await database.close()
})
