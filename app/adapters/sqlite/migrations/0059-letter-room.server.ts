/**
 * Bytes that a file takes of its desk's room, where that is not its size. An e-mail's files were counted
 * twice until now: in the e-mail as it came, and by themselves.
 */
export const letterRoom = `
alter table attachments add column room integer;
drop index attachments_by_desk;
drop index attachments_by_source;
drop index attachments_by_ticket;
create index attachments_by_desk on attachments (desk_id, size, room);
create index attachments_by_source on attachments (desk_id, source, ticket_id, size, room)
  where source is not null;
create index attachments_by_ticket on attachments (ticket_id, size, room)
  where ticket_id is not null;

drop trigger attachments_take_room;
drop trigger attachments_return_room;
create trigger attachments_take_room after insert on attachments begin
  update desks set stored_bytes = stored_bytes + coalesce(new.room, new.size)
    where id = new.desk_id;
end;
create trigger attachments_return_room after delete on attachments begin
  update desks set stored_bytes = stored_bytes - coalesce(old.room, old.size)
    where id = old.desk_id;
end;

update attachments set room = max(0, size - (
    select coalesce(sum(beside.size), 0) from attachments as beside
    where beside.message_id = attachments.message_id and beside.id <> attachments.id
  ))
  where exists (
    select 1 from messages
    where messages.id = attachments.message_id and mail ->> 'original' = attachments.id
  );
update desks set stored_bytes = (
  select coalesce(sum(coalesce(room, size)), 0) from attachments where desk_id = desks.id
);
`
