/** Ratings. */
export const feedback = `
select 1;
`
