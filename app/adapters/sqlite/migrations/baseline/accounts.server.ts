export const accounts = `
create table accounts (
  uid text not null primary key,
  email text not null,
  -- As emailKey makes it: SQLite's lower() knows ASCII alone.
  email_key text not null default '',
  email_verified integer not null,
  locale text not null,
  notifications text check (notifications is null or json_valid(notifications)),
  created_at integer not null
) strict;
create index accounts_by_email on accounts (email_key, created_at);

create table photos (
  uid text not null primary key references accounts (uid) on delete cascade,
  bytes blob not null,
  version text not null,
  saved_at integer not null
) strict;

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
`
