export const mails = `
create table mails (
  key text not null primary key,
  kind text not null,
  desk_id text not null references desks (id) on delete cascade,
  ticket_id text not null references tickets (id) on delete cascade,
  number integer not null,
  seq integer not null,
  state text not null,
  joined_to text,
  due_at integer,
  tries integer not null,
  attempt text,
  problem text,
  created_at integer not null,
  updated_at integer not null
) strict;
create index mails_by_time on mails (due_at) where due_at is not null;
create index mails_by_ticket on mails (ticket_id, kind, state, seq);
create index mails_by_desk on mails (desk_id, kind, state, updated_at);
create index mails_by_carrier on mails (joined_to) where joined_to is not null;

-- Tickets whose visitors want no mails.
create table mail_stops (
  ticket_id text not null primary key references tickets (id) on delete cascade,
  stopped_at integer not null
) strict;

create table leases (
  name text not null primary key,
  holder text not null,
  until integer not null
) strict;

create index tickets_by_update on tickets (updated_at, id);

alter table accounts add column notifications text
  check (notifications is null or json_valid(notifications));
`
