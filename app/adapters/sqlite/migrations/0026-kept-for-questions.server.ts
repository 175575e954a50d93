import { z } from 'zod'
import { emailKey } from '../../../domain/text/email'
import type { Connection } from '../database/connection.server'

/**
 * What questions compare and count, kept as the domain has it: e-mail addresses as `emailKey` makes
 * them (SQLite's lower() knows ASCII alone), what orders without proof hold of the stock, and whether
 * an owner has dealt with a ticket.
 */
const tables = `
alter table accounts add column email_key text not null default '';
alter table tickets add column visitor_email_key text not null default '';
update accounts set email_key = lower(email);
update tickets set visitor_email_key = lower(visitor_email) where visitor_email <> '';
drop index accounts_by_email;
create index accounts_by_email on accounts (email_key, created_at);
drop index tickets_by_blocked;
create index tickets_by_blocked on tickets (desk_id, visitor_email_key) where held_for = 'blocked';

alter table stock add column reserved integer not null default 0;
update stock set reserved = (
  select coalesce(sum(line.value ->> 'quantity'), 0) from orders, json_each(orders.lines) as line
  where reserved_until is not null and stock_taken = 1
    and line.value ->> 'productId' = stock.product_id
);

alter table tickets add column dealt_with integer not null default 0;
update tickets set dealt_with = 1 where first_reply_at is not null or exists (
  select 1 from ticket_history
  where ticket_id = tickets.id and actor = 'owner' and kind <> 'block'
);
`

const rows = z.array(z.object({ place: z.number(), email: z.string() }))

const withOthers = [
  { table: 'accounts', email: 'email', key: 'email_key' },
  { table: 'tickets', email: 'visitor_email', key: 'visitor_email_key' },
]

export function keptForQuestions(connection: Connection): void {
  connection.exec(tables)
  for (const { table, email, key } of withOthers) {
    const found = connection.prepare(
      `select rowid as place, ${email} as email from ${table} where ${email} glob '*[^ -~]*'`,
    )
    const replace = connection.prepare(`update ${table} set ${key} = ? where rowid = ?`)
    for (const { place, email: typed } of rows.parse(found.all([]))) {
      replace.run([emailKey(typed), place])
    }
  }
}
