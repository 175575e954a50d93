export const files = `
create table attachments (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  -- Both not there while it is held for a message that is still to be sent.
  message_id text references messages (id) on delete cascade,
  position integer,
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
create index attachments_by_message on attachments (message_id, position) where message_id is not null;
create index attachments_by_desk on attachments (desk_id, size);
create index attachments_held on attachments (created_at) where message_id is null;

create table discarded_files (
  file text not null primary key
) strict;

-- However an attachment goes, be it with its message, its ticket or its desk, its files are known
-- from that very commit on as ones to remove.
create trigger attachments_discard_files after delete on attachments begin
  insert or ignore into discarded_files (file) values (old.file);
  insert or ignore into discarded_files (file) select old.preview_file where old.preview_file is not null;
end;
`
