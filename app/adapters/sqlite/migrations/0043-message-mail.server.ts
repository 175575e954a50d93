/** What a message that came by e-mail has besides; its key is unique, so that one mail comes in once. */
export const messageMail = `
  alter table messages add column mail text;
  create unique index messages_by_mail on messages (json_extract(mail, '$.key')) where mail is not null;
`
