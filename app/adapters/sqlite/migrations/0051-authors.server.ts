/**
 * Who of a desk wrote a message and made a line of history, the names of its people where there have been
 * several, and which of them guests see.
 */
export const authors = `
alter table messages add column by_uid text;
alter table ticket_history add column by_uid text;
alter table desks add column people text check (people is null or json_valid(people));
alter table desks add column guests_see text;
update desks set people =
  (select json_group_object(uid, json_object('name', name)) from members where desk_id = desks.id)
  where (select count(*) from members where desk_id = desks.id) > 1;
create index desks_with_people on desks (id) where people is not null;
`
