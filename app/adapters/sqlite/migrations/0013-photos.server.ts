export const photos = `
create table photos (
  uid text not null primary key references accounts (uid) on delete cascade,
  bytes blob not null,
  version text not null,
  saved_at integer not null
) strict;
`
