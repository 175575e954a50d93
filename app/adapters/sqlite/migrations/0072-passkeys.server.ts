/** Passkeys of accounts of our own. */
export const passkeys = `
create table passkeys (
  uid text not null references accounts (uid) on delete cascade,
  id text not null,
  public_key text not null,
  counter integer not null,
  name text not null,
  created_at integer not null,
  last_used_at integer,
  primary key (uid, id)
) strict;
`
