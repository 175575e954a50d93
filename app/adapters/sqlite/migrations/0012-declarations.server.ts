export const declarations = `
create table declarations (
  id text not null primary key,
  key text not null unique,
  matter text not null check (json_valid(matter)),
  name text not null,
  email text not null,
  contract text not null,
  ends_on text not null,
  language text not null,
  desk_id text references desks (id) on delete set null,
  ticket_number integer,
  mailed integer not null,
  received_at integer not null
) strict;
`
