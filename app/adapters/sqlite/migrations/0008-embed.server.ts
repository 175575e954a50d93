/** How the desk looks on other sites. */
export const embed = `
select 1;
`
