/** How far each mailbox was read (IMAP). */
export const mailboxes = `
create table mailboxes (
  id text primary key,
  uid_validity text not null,
  last_uid integer not null,
  waiting text not null,
  failed_since integer,
  problem text
) strict;
`
