/**
 * Each message to or from a visitor changes when its ticket changed last, and with that every index that
 * says so: two pages of the log each, beside six for all else. Open tickets are listed by how long they
 * wait, and what changed lately is found desk by desk.
 */
export const fewerTicketIndexes = `
drop index tickets_by_update;
drop index tickets_by_change;
create index tickets_by_change on tickets (desk_id, state, updated_at, id) where state <> 'open';
drop index tickets_by_priority_and_change;
create index tickets_by_priority_and_change on tickets
  (desk_id, state, (case priority when 'high' then 0 when 'normal' then 1 else 2 end), updated_at desc, id desc)
  where state <> 'open';
`
