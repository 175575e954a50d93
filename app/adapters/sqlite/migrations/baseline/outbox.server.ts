export const outbox = `
create table mails (
  key text not null primary key,
  kind text not null,
  desk_id text references desks (id) on delete cascade,
  ticket_id text references tickets (id) on delete cascade,
  number integer,
  seq integer,
  record_id text,
  state text not null,
  joined_to text,
  due_at integer,
  tries integer not null,
  attempt text,
  problem text,
  created_at integer not null,
  updated_at integer not null,
  check (
    case when record_id is null
      then desk_id is not null and ticket_id is not null and number is not null and seq is not null
      else ticket_id is null
    end
  )
) strict;
create index mails_by_carrier on mails (joined_to) where joined_to is not null;
create index mails_by_desk on mails (desk_id, kind, state, updated_at) where desk_id is not null;
create index mails_by_record on mails (record_id, created_at) where record_id is not null;
create index mails_by_ticket on mails (ticket_id, kind, state, seq) where ticket_id is not null;
create index mails_by_time on mails (due_at) where due_at is not null;

create table mail_stops (
  ticket_id text not null primary key references tickets (id) on delete cascade,
  stopped_at integer not null
) strict;

create table leases (
  name text not null primary key,
  holder text not null,
  until integer not null
) strict;
`
