/** Attachments and photos. */
export const files = `
select 1;
`
