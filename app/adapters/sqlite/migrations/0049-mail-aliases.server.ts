/** Names that desks chose for their addresses. */
export const mailAliases = `
create table mail_aliases (
  name text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  chosen_at integer not null
) strict;
create index mail_aliases_of_desk on mail_aliases (desk_id);
`
