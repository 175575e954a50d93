/** The subjects of e-mails are found, too: old messages are indexed again in the background. */
export const subjects = `
insert or ignore into unindexed_messages (message_id)
  select id from messages where mail ->> 'subject' is not null;
`
