/** The index forgets by its own merges: overwriting a text at once took 39 ms per conversation. */
export const erasure = `
create index tickets_hidden on tickets (id) where number < 0;

-- Accounts that nobody can reach any more. The row goes last, with the identity service's account.
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

-- When the files are to be rid of the traces of what was erased.
create table purges (
  due_at integer not null primary key
) strict;

insert into search_index (search_index, rank) values ('secure-delete', 0);
`
