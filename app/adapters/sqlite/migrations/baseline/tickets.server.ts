const rank = "(case priority when 'high' then 0 when 'normal' then 1 else 2 end)"

export const tickets = `
create table tickets (
  id text not null primary key,
  desk_id text not null references desks (id),
  -- Negative in a ticket that is being erased.
  number integer not null,
  start_key text not null,
  secret_hash text not null unique,
  state text not null,
  priority text not null default 'normal',
  tags text not null default '[]' check (json_valid(tags)),
  locale text not null,
  visitor_name text not null,
  visitor_email text not null,
  visitor_email_key text not null default '',
  title text not null,
  latest text not null,
  last_seq integer not null,
  visitor_seen_seq integer not null,
  owner_seen_seq integer not null,
  waiting_since integer,
  first_reply_at integer,
  snoozed_until integer,
  timer_at integer,
  reminded_at integer,
  held_for text,
  released_at integer,
  done_at integer,
  rated_at integer,
  -- Whether the owner has dealt with it, as marksOf says.
  dealt_with integer not null default 0,
  follow_up_of text references tickets (id) on delete set null,
  merged_into text references tickets (id) on delete set null,
  kept_by text references accounts (uid) on delete set null,
  created_at integer not null,
  updated_at integer not null,
  unique (desk_id, start_key),
  unique (desk_id, number),
  check (state <> 'open' or waiting_since is not null)
) strict;

-- What the numbers of a period read is in these two indexes themselves.
create index tickets_by_age on tickets
  (desk_id, created_at, id, state, merged_into, first_reply_at);
create index tickets_by_first_reply on tickets
  (desk_id, first_reply_at, created_at, state, merged_into) where first_reply_at is not null;

-- A list of a desk is read in the order of one of these.
create index tickets_by_wait on tickets (desk_id, state, waiting_since, id);
create index tickets_by_change on tickets (desk_id, state, updated_at, id) where state <> 'open';
create index tickets_by_last_change on tickets (desk_id, updated_at, id);
create index tickets_by_state_and_age on tickets (desk_id, state, created_at, id);
create index tickets_by_priority on tickets (desk_id, ${rank}, updated_at desc, id desc);
create index tickets_by_priority_and_age on tickets (desk_id, ${rank}, created_at desc, id desc);
create index tickets_by_priority_and_wait on tickets (desk_id, state, ${rank}, waiting_since, id);
create index tickets_by_priority_and_change on tickets
  (desk_id, state, ${rank}, updated_at desc, id desc) where state <> 'open';

create index tickets_by_visitor on tickets (desk_id, visitor_email_key, updated_at)
  where visitor_email_key <> '';
create index tickets_by_blocked on tickets (desk_id, visitor_email_key) where held_for = 'blocked';
create index tickets_by_end on tickets (desk_id, done_at, rated_at)
  where done_at is not null and merged_into is null and held_for is null;
create index tickets_by_keeper on tickets (kept_by, updated_at) where kept_by is not null;
create index tickets_by_origin on tickets (follow_up_of) where follow_up_of is not null;
create index tickets_by_target on tickets (merged_into) where merged_into is not null;
create index tickets_by_timer on tickets (timer_at) where timer_at is not null;
create index tickets_hidden on tickets (id) where number < 0;

create table messages (
  id text not null primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  seq integer not null,
  client_key text not null,
  author text not null,
  kind text not null,
  body text not null,
  locale text not null,
  merged_from integer,
  created_at integer not null,
  unique (ticket_id, seq),
  unique (ticket_id, client_key)
) strict;

create table ticket_tags (
  ticket_id text not null references tickets (id) on delete cascade,
  desk_id text not null references desks (id),
  tag_key text not null,
  tag text not null,
  primary key (ticket_id, tag_key)
) strict, without rowid;
create index ticket_tags_by_desk on ticket_tags (desk_id, tag_key, ticket_id);

create table ticket_history (
  id integer not null primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  at integer not null,
  actor text not null,
  kind text not null,
  detail text not null
) strict;
create index ticket_history_by_time on ticket_history (ticket_id, at, id);

-- A desk's tickets by state and by tag, counted in the commit that changes them.
create table desk_counts (
  desk_id text not null references desks (id) on delete cascade,
  kind text not null,
  key text not null,
  spelling text not null,
  tickets integer not null,
  primary key (desk_id, kind, key, spelling)
) strict, without rowid;
`
