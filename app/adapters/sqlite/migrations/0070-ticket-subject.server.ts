/** Tickets that began with an e-mail have its subject, which was their title alone. */
export const ticketSubject = `
alter table tickets add column subject text;
update tickets set subject = title where title <> '' and exists (
  select 1 from messages where ticket_id = tickets.id and seq = 1 and mail ->> 'subject' <> ''
);
`
