/** New tickets may be assigned to a desk's members in turn. */
export const roundRobin = `
alter table desks add column new_tickets text;
alter table members add column last_in_turn integer;
`
