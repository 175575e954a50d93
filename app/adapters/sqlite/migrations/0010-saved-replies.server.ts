/** Saved replies. */
export const savedReplies = `
select 1;
`
