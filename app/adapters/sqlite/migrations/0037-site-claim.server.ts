/** No row: the first start decides whose the site's desk is. Not a reference: the id outlives its desk. */
export const siteClaim = `
create table site_claim (
  id integer primary key check (id = 1),
  desk_id text not null
) strict;
`
