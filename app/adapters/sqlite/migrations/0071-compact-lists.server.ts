/** Whether a member chose lists with a line a ticket. */
export const compactLists = `
alter table members add column compact integer;
`
