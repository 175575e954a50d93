/** Whose a ticket is. Old ones are nobody's. */
export const assignees = `
alter table tickets add column assignee text;
create index tickets_by_assignee on tickets (assignee, desk_id, state);
`
