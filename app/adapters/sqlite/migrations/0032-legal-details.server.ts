export const legalDetails = `
create table legal_details (
  id integer primary key check (id = 1),
  version integer not null,
  content text not null
) strict;
`
