/** An upload asks what is taken; the answer no longer takes longer as a desk grows. */
export const deskStorage = `
alter table desks add column stored_bytes integer not null default 0;
update desks set stored_bytes =
  (select coalesce(sum(size), 0) from attachments where desk_id = desks.id);
create trigger attachments_take_room after insert on attachments begin
  update desks set stored_bytes = stored_bytes + new.size where id = new.desk_id;
end;
create trigger attachments_return_room after delete on attachments begin
  update desks set stored_bytes = stored_bytes - old.size where id = old.desk_id;
end;

-- The ticket of a sent file, too; the source only until the owner has dealt with its ticket.
update attachments set ticket_id = (select ticket_id from messages where id = message_id)
  where message_id is not null;
update attachments set source = null where source is not null
  and message_id is not null and ticket_id in (select id from tickets where dealt_with = 1);
drop index attachments_by_ticket;
create index attachments_by_ticket on attachments (ticket_id, size) where ticket_id is not null;
create index attachments_by_source on attachments (desk_id, source, ticket_id, size)
  where source is not null;
`
