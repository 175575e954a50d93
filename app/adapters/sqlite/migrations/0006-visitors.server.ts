/** Rights and limits of visitors. */
export const visitors = `
select 1;
`
