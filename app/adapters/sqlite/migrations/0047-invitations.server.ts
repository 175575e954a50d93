/** Only the hash of an invitation's secret is stored. */
export const invitations = `
create table invitations (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  create_key text not null,
  secret_hash text not null unique,
  email text not null,
  kind text not null check (kind in ('manager', 'colleague')),
  language text not null,
  by_uid text not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  withdrawn_at integer,
  unique (desk_id, create_key)
) strict;
`
