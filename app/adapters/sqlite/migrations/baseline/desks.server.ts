export const desks = `
create table desks (
  id text not null primary key,
  owner_uid text not null unique references accounts (uid),
  public_key text not null unique,
  earlier_key text,
  earlier_key_until integer,
  name text not null,
  greeting text not null check (json_valid(greeting)),
  away text not null default '{}' check (json_valid(away)),
  ask_rating text not null default '{}' check (json_valid(ask_rating)),
  privacy_link text not null default '{}',
  time_zone text not null,
  week text check (week is null or json_valid(week)),
  exceptions text not null default '[]' check (json_valid(exceptions)),
  reply_within text,
  away_since integer,
  attended_at integer,
  guide_away_at integer,
  retention_days integer check (retention_days > 0),
  created_at integer not null,
  -- Counted here, so that a number is not given again after its ticket was erased.
  last_number integer not null default 0,
  -- The desk's part of the ids in search_texts.
  search_place integer,
  -- The size of all its attachments.
  stored_bytes integer not null default 0
) strict;
create index desks_by_age on desks (created_at, id);
create index desks_by_earlier_key on desks (earlier_key) where earlier_key is not null;
create index desks_by_retention on desks (id) where retention_days is not null;
create unique index desks_by_search_place on desks (search_place);

create table embeds (
  desk_id text primary key references desks (id) on delete cascade,
  look text not null default '{}' check (json_valid(look)),
  launcher text not null default '{}' check (json_valid(launcher)),
  consent text not null default '{}' check (json_valid(consent)),
  consent_link text not null default '{}' check (json_valid(consent_link)),
  origins text not null default '[]' check (json_valid(origins)),
  seen_on text,
  seen_at integer
) strict;

create table saved_replies (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  create_key text not null,
  shortcut text not null,
  text text not null check (json_valid(text)),
  created_at integer not null,
  updated_at integer not null,
  unique (desk_id, create_key),
  unique (desk_id, shortcut)
) strict;

create table entitlements (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  order_id text not null references orders (id) on delete cascade,
  product_id text not null,
  grants text not null check (json_valid(grants)),
  "from" integer not null,
  until integer not null,
  created_at integer not null,
  unique (order_id, product_id)
) strict;
create index entitlements_by_desk on entitlements (desk_id, until);

create table declarations (
  id text not null primary key,
  key text not null unique,
  matter text not null check (json_valid(matter)),
  name text not null,
  email text not null,
  contract text not null,
  ends_on text not null,
  language text not null,
  desk_id text references desks (id) on delete set null,
  ticket_number integer,
  mailed integer not null,
  received_at integer not null
) strict;

create table legal_details (
  id integer primary key check (id = 1),
  version integer not null,
  content text not null
) strict;
`
