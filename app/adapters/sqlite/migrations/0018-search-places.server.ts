/** By desk and age of ticket, so that a search can stop when its page is full. */
export const searchPlaces = `
alter table desks add column search_place integer;
update desks set search_place = places.place
  from (select id, row_number() over (order by created_at, id) as place from desks) as places
  where places.id = desks.id;
create unique index desks_by_search_place on desks (search_place);

create table moved_texts (id integer not null primary key, old_id integer not null) strict;
insert into moved_texts
  select search_place << 47 | (number << 20) | row_number() over (partition by ticket_id order by old_id), old_id
  from (
    select search_texts.id as old_id, search_texts.ticket_id, search_place, tickets.number
    from search_texts
    join tickets on tickets.id = search_texts.ticket_id
    join desks on desks.id = tickets.desk_id
  );

create virtual table placed_index using fts5 (words, tokenize = 'trigram');
insert into placed_index (rowid, words)
  select moved_texts.id, words from moved_texts
  cross join search_index on search_index.rowid = old_id order by moved_texts.id;
drop trigger search_texts_forget;
drop table search_index;
alter table placed_index rename to search_index;
insert into search_index (search_index, rank) values ('secure-delete', 1);

create table placed_texts (
  -- Its desk's place, 27 bits of its ticket's number, 20 bits of its own place in the ticket.
  id integer not null primary key,
  desk_id text not null references desks (id),
  ticket_id text not null references tickets (id) on delete cascade,
  message_id text unique references messages (id) on delete cascade,
  number integer,
  check ((message_id is null) <> (number is null))
) strict;
insert into placed_texts (id, desk_id, ticket_id, message_id, number)
  select moved_texts.id, desk_id, ticket_id, message_id, number from moved_texts
  join search_texts on search_texts.id = old_id order by moved_texts.id;
drop table moved_texts;
drop table search_texts;
alter table placed_texts rename to search_texts;
create index search_texts_by_ticket on search_texts (ticket_id, number);
create trigger search_texts_forget after delete on search_texts begin
  delete from search_index where rowid = old.id;
end;
`
