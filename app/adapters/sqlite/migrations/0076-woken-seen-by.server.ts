/** Each member looks for themselves at a ticket that is back from a snooze. */
export const wokenSeenBy = `
alter table tickets add column woken_seen_by text;
`
