import type { Connection } from '../database/connection.server'
import { fillTicketIndex } from './0002-ticket-index.server'

const tables = `
alter table tickets add column priority text not null default 'normal';
alter table tickets add column tags text not null default '[]' check (json_valid(tags));
alter table tickets add column snoozed_until integer;
alter table tickets add column timer_at integer;
alter table tickets add column reminded_at integer;
alter table tickets add column merged_into text references tickets (id) on delete set null;
create index tickets_by_last_change on tickets (desk_id, updated_at, id);
create index tickets_by_first_reply on tickets (desk_id, first_reply_at) where first_reply_at is not null;
create index tickets_by_timer on tickets (timer_at) where timer_at is not null;
create index tickets_by_target on tickets (merged_into) where merged_into is not null;
alter table messages add column merged_from integer;

-- What is there already is given its time from now on, so that nobody is reminded of what is long past.
update tickets set timer_at = unixepoch() * 1000 + 11 * 86400000 where state = 'waiting';
update tickets set timer_at = unixepoch() * 1000 + 7 * 86400000 where state = 'solved';
update tickets set timer_at = unixepoch() * 1000 + 86400000,
  snoozed_until = unixepoch() * 1000 + 86400000 where state = 'snoozed';

create table ticket_tags (
  ticket_id text not null references tickets (id) on delete cascade,
  desk_id text not null references desks (id),
  tag_key text not null,
  tag text not null,
  primary key (ticket_id, tag_key)
) strict, without rowid;
create index ticket_tags_by_desk on ticket_tags (desk_id, tag_key, ticket_id);

create table ticket_history (
  id integer not null primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  at integer not null,
  actor text not null,
  kind text not null,
  detail text not null
) strict;
create index ticket_history_by_time on ticket_history (ticket_id, at, id);
insert into ticket_history (ticket_id, at, actor, kind, detail)
  select id, created_at, 'visitor', 'started', '' from tickets order by id;
insert into ticket_history (ticket_id, at, actor, kind, detail)
  select follow_up_of, created_at, 'visitor', 'followed-up', number from tickets
  where follow_up_of is not null order by id;

-- What can be found: a message of a ticket, or its number with name, e-mail and tags. The words lie
-- in the index under the same id; they leave it with the row.
create table search_texts (
  id integer not null primary key,
  desk_id text not null references desks (id),
  ticket_id text not null references tickets (id) on delete cascade,
  message_id text unique references messages (id) on delete cascade,
  number integer,
  check ((message_id is null) <> (number is null))
) strict;
create index search_texts_by_ticket on search_texts (ticket_id, number);
create index search_texts_by_desk on search_texts (desk_id);
create virtual table search_index using fts5 (words, tokenize = 'trigram');
insert into search_index (search_index, rank) values ('secure-delete', 1);
create trigger search_texts_forget after delete on search_texts begin
  delete from search_index where rowid = old.id;
end;
`

export function ticketWork(connection: Connection): void {
  connection.exec(tables)
  fillTicketIndex(connection)
}
