/** When a merge or a split last moved a ticket's messages. Unknown for old tickets. */
export const rearranged = `
alter table tickets add column rearranged_at integer;
`
