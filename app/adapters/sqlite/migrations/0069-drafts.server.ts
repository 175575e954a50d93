/** What members have begun to write, and where notes name them. */
export const drafts = `
create table drafts (
  ticket_id text not null references tickets (id) on delete cascade,
  reader text not null,
  desk_id text not null references desks (id) on delete cascade,
  key text not null,
  body text not null,
  is_note integer not null,
  seen integer not null,
  saved_at integer not null,
  primary key (ticket_id, reader)
) strict;
create index drafts_of_member on drafts (desk_id, reader, saved_at);
create table mentions (
  ticket_id text not null references tickets (id) on delete cascade,
  reader text not null,
  desk_id text not null references desks (id) on delete cascade,
  mentioned_at integer not null,
  primary key (ticket_id, reader)
) strict;
create index mentions_of_member on mentions (desk_id, reader, mentioned_at);
`
