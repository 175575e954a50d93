const columns = `id, owner_uid, public_key, earlier_key, earlier_key_until, name, greeting, away, ask_rating,
  privacy_link, time_zone, week, exceptions, reply_within, away_since, attended_at, guide_away_at,
  retention_days, created_at, last_number, search_place, stored_bytes`

/**
 * Members of desks: the owner of each becomes its first manager. An account may own several desks
 * from now on, since a desk outlives the manager who founded it.
 */
export const members = `
create table new_desks (
  id text not null primary key,
  owner_uid text not null references accounts (uid),
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
insert into new_desks (${columns}) select ${columns} from desks;
drop table desks;
-- Triggers name the table that is missing for a moment; without this the rename would check them.
pragma legacy_alter_table = on;
alter table new_desks rename to desks;
pragma legacy_alter_table = off;
create index desks_by_age on desks (created_at, id);
create index desks_by_earlier_key on desks (earlier_key) where earlier_key is not null;
create index desks_by_owner on desks (owner_uid);
create index desks_by_retention on desks (id) where retention_days is not null;
create unique index desks_by_search_place on desks (search_place);

create table members (
  desk_id text not null references desks (id) on delete cascade,
  uid text not null references accounts (uid) on delete cascade,
  kind text not null check (kind in ('manager', 'colleague')),
  name text not null,
  joined_at integer not null,
  chosen_at integer not null,
  primary key (desk_id, uid)
) strict;
create index members_by_account on members (uid, chosen_at);
insert into members (desk_id, uid, kind, name, joined_at, chosen_at)
  select id, owner_uid, 'manager', '', created_at, created_at from desks;
`
