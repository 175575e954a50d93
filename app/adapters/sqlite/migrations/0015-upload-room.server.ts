export const uploadRoom = `
-- The ticket that a held file is meant for; of one that is sent, its message says so.
alter table attachments add column ticket_id text references tickets (id) on delete cascade;
-- A salted hash that means nothing after a day; null for the owner's files, and for those before this.
alter table attachments add column source text;
create index attachments_by_ticket on attachments (ticket_id) where ticket_id is not null;

create table upload_reservations (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  ticket_id text references tickets (id) on delete cascade,
  source text,
  size integer not null,
  until integer not null
) strict;
create index upload_reservations_by_desk on upload_reservations (desk_id);
create index upload_reservations_by_ticket on upload_reservations (ticket_id) where ticket_id is not null;
`
