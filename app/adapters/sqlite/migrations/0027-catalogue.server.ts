export const catalogue = `
create table catalogue (
  id integer primary key check (id = 1),
  version integer not null,
  content text not null
) strict;
create table products (
  id text primary key,
  place integer not null,
  content text not null
) strict, without rowid;
create table product_photos (
  id text primary key,
  square blob not null,
  whole blob not null
) strict;
`
