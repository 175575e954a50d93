export const erasure = `
create table account_erasures (
  uid text not null primary key,
  desk_id text unique,
  -- What the identity service's account is deleted with, as long as it is there.
  sealed_tokens text,
  asked_at integer not null,
  -- Without a time it waits for a sign-in, which brings tokens that the service believes.
  due_at integer,
  tries integer not null
) strict;

create table purges (
  due_at integer not null primary key
) strict;

-- Written by Database.probe alone.
create table probe (
  id integer not null primary key check (id = 1),
  beats integer not null
) strict;
insert into probe values (1, 0);
`
