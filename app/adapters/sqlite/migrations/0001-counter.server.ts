export const counter = `
create table accounts (
  uid text not null primary key,
  email text not null,
  email_verified integer not null,
  locale text not null,
  created_at integer not null
) strict;
create index accounts_by_email on accounts (lower(email), created_at);

create table sessions (
  id_hash text not null primary key,
  uid text not null,
  email text not null,
  email_verified integer not null,
  display_name text,
  photo_url text,
  provider_data text not null check (json_valid(provider_data)),
  sealed_tokens text not null,
  device text not null,
  last_login_at integer not null,
  proved_at integer not null,
  checked_at integer not null,
  last_seen_at integer not null,
  created_at integer not null
) strict;
create index sessions_by_last_login on sessions (last_login_at);
create index sessions_by_user on sessions (uid, last_seen_at);

create table desks (
  id text not null primary key,
  owner_uid text not null unique references accounts (uid),
  public_key text not null unique,
  name text not null,
  greeting text not null check (json_valid(greeting)),
  time_zone text not null,
  attended_at integer,
  created_at integer not null,
  -- Counted here, so that a number is not given again after its ticket was erased.
  last_number integer not null default 0
) strict;
create index desks_by_age on desks (created_at, id);

create table tickets (
  id text not null primary key,
  desk_id text not null references desks (id),
  number integer not null,
  start_key text not null,
  secret_hash text not null unique,
  state text not null,
  locale text not null,
  visitor_name text not null,
  visitor_email text not null,
  title text not null,
  latest text not null,
  last_seq integer not null,
  visitor_seen_seq integer not null,
  owner_seen_seq integer not null,
  waiting_since integer,
  first_reply_at integer,
  follow_up_of text references tickets (id) on delete set null,
  kept_by text references accounts (uid) on delete set null,
  created_at integer not null,
  updated_at integer not null,
  unique (desk_id, start_key),
  unique (desk_id, number),
  check (state <> 'open' or waiting_since is not null)
) strict;
create index tickets_by_wait on tickets (desk_id, state, waiting_since, id);
create index tickets_by_change on tickets (desk_id, state, updated_at, id);
create index tickets_by_age on tickets (desk_id, created_at);
create index tickets_by_keeper on tickets (kept_by, updated_at) where kept_by is not null;
create index tickets_by_origin on tickets (follow_up_of) where follow_up_of is not null;

create table messages (
  id text not null primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  seq integer not null,
  client_key text not null,
  author text not null,
  kind text not null,
  body text not null,
  locale text not null,
  created_at integer not null,
  unique (ticket_id, seq),
  unique (ticket_id, client_key)
) strict;

create table probe (
  id integer not null primary key check (id = 1),
  beats integer not null
) strict;
insert into probe (id, beats) values (1, 0);
`
