export const search = `
create virtual table search_index using fts5 (words, tokenize = 'trigram');
-- Merged a few pages a commit by the program. Source: FTS5 documentation, 6.8.
insert into search_index (search_index, rank) values ('automerge', 0);
-- What is erased leaves the index with its segment, at the next purge.
insert into search_index (search_index, rank) values ('secure-delete', 0);

create table search_texts (
  -- Its desk's search_place, 27 bits of its ticket's number, 20 bits of its own place in the ticket.
  id integer not null primary key,
  desk_id text not null references desks (id),
  ticket_id text not null references tickets (id) on delete cascade,
  message_id text unique references messages (id) on delete cascade,
  number integer,
  check ((message_id is null) <> (number is null))
) strict;
create index search_texts_by_ticket on search_texts (ticket_id, number);
create trigger search_texts_forget after delete on search_texts begin
  delete from search_index where rowid = old.id;
end;

-- Those that the search index does not have yet: it takes many at once for little more than one.
create table unindexed_messages (
  message_id text not null primary key references messages (id) on delete cascade
) strict, without rowid;
`
