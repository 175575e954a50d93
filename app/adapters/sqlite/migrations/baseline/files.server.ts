export const files = `
create table attachments (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  -- Both null while it is held for a message that is still to be sent.
  message_id text references messages (id) on delete cascade,
  position integer,
  -- The ticket that it is, or is meant to be, attached in.
  ticket_id text references tickets (id) on delete cascade,
  -- A salted hash of the sender's network; null once the owner has dealt with the ticket.
  source text,
  name text not null,
  type text not null,
  size integer not null,
  width integer,
  height integer,
  sent_hash text not null,
  file text not null unique,
  preview_file text unique,
  created_at integer not null,
  check ((message_id is null) = (position is null))
) strict;
create index attachments_by_desk on attachments (desk_id, size);
create index attachments_by_message on attachments (message_id, position)
  where message_id is not null;
create index attachments_by_source on attachments (desk_id, source, ticket_id, size)
  where source is not null;
create index attachments_by_ticket on attachments (ticket_id, size) where ticket_id is not null;
create index attachments_held on attachments (created_at) where message_id is null;

-- An upload reads how much is stored; summing it up would take longer as a desk grows.
create trigger attachments_take_room after insert on attachments begin
  update desks set stored_bytes = stored_bytes + new.size where id = new.desk_id;
end;
create trigger attachments_return_room after delete on attachments begin
  update desks set stored_bytes = stored_bytes - old.size where id = old.desk_id;
end;

-- Names in the file store that nothing refers to any longer.
create table discarded_files (
  file text not null primary key
) strict;
create trigger attachments_discard_files after delete on attachments begin
  insert or ignore into discarded_files (file) values (old.file);
  insert or ignore into discarded_files (file)
    select old.preview_file where old.preview_file is not null;
end;

create table upload_reservations (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  ticket_id text references tickets (id) on delete cascade,
  source text,
  size integer not null,
  until integer not null
) strict;
create index upload_reservations_by_desk on upload_reservations (desk_id);
create index upload_reservations_by_ticket on upload_reservations (ticket_id)
  where ticket_id is not null;
`
