/** How far the e-mails were read that were in a mailbox before; see `Mailbox`. */
export const olderMails = `
alter table mailboxes add column below integer not null default 0;
alter table mailboxes add column "left" integer not null default 0;
alter table mailboxes add column old_uid integer not null default 0;
`
