const length = 86_400_000

const takeRating = `update rating_days set ratings = ratings - 1
  where desk_id = old.desk_id and day = old.created_at / ${length}
    and kind = old.kind and rating = old.rating and old.state = 'shown';
  delete from rating_days where desk_id = old.desk_id and day = old.created_at / ${length}
    and ratings = 0;`

const addRating = `insert into rating_days
  select new.desk_id, new.created_at / ${length}, new.kind, new.rating, 1
    where new.state = 'shown'
  on conflict do update set ratings = ratings + 1;`

const isAsked = (row: 'old' | 'new') =>
  `${row}.done_at is not null and ${row}.merged_into is null and ${row}.held_for is null`

const takeAsked = `update asked_days set asked = asked - 1, given = given - (old.rated_at is not null)
  where desk_id = old.desk_id and day = old.done_at / ${length} and ${isAsked('old')};
  delete from asked_days where desk_id = old.desk_id and day = old.done_at / ${length} and asked = 0;`

const addAsked = `insert into asked_days
  select new.desk_id, new.done_at / ${length}, 1, new.rated_at is not null
    where ${isAsked('new')}
  on conflict do update set asked = asked + 1, given = given + excluded.given;`

/**
 * What the numbers of a year sum up, by days in UTC since 1970: of a desk's ratings and ended tickets
 * they would count each. What is taken away is never inserted: its desk may be on its way out. Nothing
 * stays of a day whose last rating was erased.
 */
export const feedbackDays = `
create table rating_days (
  desk_id text not null references desks (id) on delete cascade,
  day integer not null,
  kind text not null,
  rating integer not null,
  ratings integer not null,
  primary key (desk_id, day, kind, rating)
) strict, without rowid;
create table asked_days (
  desk_id text not null references desks (id) on delete cascade,
  day integer not null,
  asked integer not null,
  given integer not null,
  primary key (desk_id, day)
) strict, without rowid;
insert into rating_days select desk_id, created_at / ${length}, kind, rating, count(*)
  from feedback where state = 'shown' group by 1, 2, 3, 4;
insert into asked_days select desk_id, done_at / ${length}, count(*), count(rated_at)
  from tickets as old where ${isAsked('old')} group by 1, 2;
create trigger feedback_add_rating after insert on feedback begin ${addRating} end;
create trigger feedback_take_rating after delete on feedback begin ${takeRating} end;
create trigger feedback_change_rating after update of state, rating, kind, created_at on feedback begin
  ${takeRating}
  ${addRating}
end;
create trigger tickets_add_asked after insert on tickets when ${isAsked('new')} begin ${addAsked} end;
create trigger tickets_take_asked after delete on tickets when ${isAsked('old')} begin ${takeAsked} end;
create trigger tickets_change_asked after update of done_at, rated_at, merged_into, held_for on tickets
when old.done_at is not new.done_at or old.rated_at is not new.rated_at
  or old.merged_into is not new.merged_into or old.held_for is not new.held_for begin
  ${takeAsked}
  ${addAsked}
end;
`
