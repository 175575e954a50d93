/** Lists say who wrote the newest words of a ticket, and which note mentions whom. */
export const lastWords = `
alter table tickets add column latest_by text;
update tickets set latest_by = (
  select case author when 'owner' then by_uid end from messages
  where ticket_id = tickets.id and kind = 'text' order by seq desc limit 1
) where state in ('waiting', 'solved', 'closed', 'snoozed', 'held') and merged_into is null;
alter table mentions add column words text;
alter table mentions add column by_uid text;
`
