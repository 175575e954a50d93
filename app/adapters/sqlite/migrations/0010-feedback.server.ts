export const feedback = `
create table feedback (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  kind text not null,
  create_key text not null,
  ticket_id text references tickets (id) on delete cascade,
  number integer,
  rating integer not null check (rating between 1 and 5),
  comment text not null,
  locale text not null,
  email text not null,
  state text not null,
  created_at integer not null,
  updated_at integer not null,
  unique (desk_id, create_key)
) strict;
create unique index feedback_by_ticket on feedback (ticket_id) where ticket_id is not null;
create index feedback_by_time on feedback (desk_id, created_at, id);
alter table desks add column ask_rating text not null default '{}' check (json_valid(ask_rating));
alter table desks add column guide_away_at integer;
`
