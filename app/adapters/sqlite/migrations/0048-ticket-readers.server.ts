/**
 * How far each member has read. A ticket without `seen_by` was read by its desk's owner alone, who
 * is the desk's first manager and has the desk's id as `reader`.
 */
export const ticketReaders = `
alter table tickets add column seen_by text check (seen_by is null or json_valid(seen_by));
alter table tickets add column last_at integer;
update tickets set last_at = (
  select created_at from messages where ticket_id = tickets.id and seq = tickets.last_seq
);
alter table members add column reader text not null default '';
update members set reader = case
  when uid = (select owner_uid from desks where id = desk_id) then desk_id
  else lower(hex(randomblob(13)))
end;
`
