export const savedReplies = `
create table saved_replies (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  create_key text not null,
  shortcut text not null,
  text text not null check (json_valid(text)),
  created_at integer not null,
  updated_at integer not null,
  unique (desk_id, create_key),
  unique (desk_id, shortcut)
) strict;
`
