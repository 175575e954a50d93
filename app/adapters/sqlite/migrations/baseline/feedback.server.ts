const day = 86_400_000

const subtractRating = `update rating_days set ratings = ratings - 1
    where desk_id = old.desk_id and day = old.created_at / ${day}
      and kind = old.kind and rating = old.rating and old.state = 'shown';
  delete from rating_days where desk_id = old.desk_id and day = old.created_at / ${day}
    and ratings = 0;`

const addRating = `insert into rating_days
    select new.desk_id, new.created_at / ${day}, new.kind, new.rating, 1
      where new.state = 'shown'
    on conflict do update set ratings = ratings + 1;`

const isAsked = (row: 'old' | 'new') =>
  `${row}.done_at is not null and ${row}.merged_into is null and ${row}.held_for is null`

const subtractAsked = `update asked_days
    set asked = asked - 1, given = given - (old.rated_at is not null)
    where desk_id = old.desk_id and day = old.done_at / ${day} and ${isAsked('old')};
  delete from asked_days where desk_id = old.desk_id and day = old.done_at / ${day} and asked = 0;`

const addAsked = `insert into asked_days
    select new.desk_id, new.done_at / ${day}, 1, new.rated_at is not null
      where ${isAsked('new')}
    on conflict do update set asked = asked + 1, given = given + excluded.given;`

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
create index feedback_by_state on feedback (desk_id, state, created_at, id, kind, rating);
create unique index feedback_by_ticket on feedback (ticket_id) where ticket_id is not null;
create index feedback_by_time on feedback (desk_id, created_at, id);

-- Ratings and ended tickets by days in UTC since 1970: the numbers of a year sum these up instead of
-- counting each. Rows are subtracted from and never inserted on the way out, since their desk may be
-- going, too; nothing stays of a day whose last rating was erased.
create table rating_days (
  desk_id text not null references desks (id) on delete cascade,
  day integer not null,
  kind text not null,
  rating integer not null,
  ratings integer not null,
  primary key (desk_id, day, kind, rating)
) strict, without rowid;
create trigger feedback_add_rating after insert on feedback begin
  ${addRating}
end;
create trigger feedback_take_rating after delete on feedback begin
  ${subtractRating}
end;
create trigger feedback_change_rating after update of state, rating, kind, created_at on feedback begin
  ${subtractRating}
  ${addRating}
end;

create table asked_days (
  desk_id text not null references desks (id) on delete cascade,
  day integer not null,
  asked integer not null,
  given integer not null,
  primary key (desk_id, day)
) strict, without rowid;
create trigger tickets_add_asked after insert on tickets when ${isAsked('new')} begin
  ${addAsked}
end;
create trigger tickets_take_asked after delete on tickets when ${isAsked('old')} begin
  ${subtractAsked}
end;
create trigger tickets_change_asked after update of done_at, rated_at, merged_into, held_for on tickets
when old.done_at is not new.done_at or old.rated_at is not new.rated_at
  or old.merged_into is not new.merged_into or old.held_for is not new.held_for begin
  ${subtractAsked}
  ${addAsked}
end;
`
