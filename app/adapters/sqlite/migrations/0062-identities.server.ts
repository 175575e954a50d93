/** Accounts of our own, and the codes in their letters. */
export const identities = `
create table identities (
  email_key text not null primary key,
  uid text not null unique,
  email text not null,
  email_verified integer not null,
  display_name text,
  photo_url text,
  password_hash text,
  blocked integer not null,
  token_count integer not null,
  valid_since integer not null,
  created_at integer not null,
  last_login_at integer not null
) strict;
create table action_codes (
  holder text not null,
  kind text not null,
  id text not null unique,
  uid text,
  email text not null,
  new_email text,
  language text not null,
  continue_url text,
  token_count integer,
  requested_at integer not null,
  hash text unique,
  expires_at integer not null,
  primary key (holder, kind)
) strict;
create index action_codes_by_uid on action_codes (uid) where uid is not null;
create index action_codes_by_expiry on action_codes (expires_at);
`
