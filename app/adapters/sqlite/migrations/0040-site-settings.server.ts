/** No row: the first start on it decides whether the shop was open already. */
export const siteSettings = `
create table site_settings (
  id integer primary key check (id = 1),
  version integer not null,
  content text not null
) strict;

create table site_pictures (
  id text primary key,
  square blob not null,
  whole blob not null
) strict;
`
