import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { migrate } from '../../../app/adapters/sqlite/migrations/migrate.server'
import { steps } from '../../../app/adapters/sqlite/migrations/steps.server'
import { makePlace } from './places'

const desk = `
insert into accounts (uid, email, email_verified, locale, created_at)
  values ('ada', 'ada@example.com', 1, 'en', 1);
insert into desks (id, owner_uid, public_key, name, greeting, time_zone, created_at)
  values ('d1', 'ada', 'key', 'Desk', '{}', 'Europe/Berlin', 1);
`

/** A ticket of that desk with two messages, which waits for its visitor. */
export const oldTicket = `
insert into tickets (id, desk_id, number, start_key, secret_hash, state, locale, visitor_name,
    visitor_email, title, latest, last_seq, visitor_seen_seq, owner_seen_seq, created_at, updated_at)
  values ('t1', 'd1', 1, 'k', 's', 'waiting', 'en', '', '', 'T', 'T', 2, 1, 1, 1, 2);
`

/** A place with a database as it was before this migration step: the desk `d1` and these rows, in SQL. */
export async function makeOldPlace(step: (typeof steps)[number], rows: string) {
  const place = await makePlace()
  const connection = connect(place.file)
  migrate(connection, place.file, steps.slice(0, steps.indexOf(step)))
  connection.exec(desk + rows)
  connection.close()
  return place
}
