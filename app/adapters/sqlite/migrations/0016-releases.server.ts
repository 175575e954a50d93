/** Tickets that were held and whose visitors have not come back since. */
export const releases = `
alter table tickets add column released_at integer;
`
