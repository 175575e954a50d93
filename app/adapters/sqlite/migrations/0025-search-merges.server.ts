/** The index is merged a few pages at a time by what changes it; by itself it would merge hundreds. */
export const searchMerges = `
insert into search_index (search_index, rank) values ('automerge', 0);
`
