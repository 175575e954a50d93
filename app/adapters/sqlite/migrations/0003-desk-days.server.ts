/** Opening hours, saved replies, texts and retention. */
export const deskDays = `
select 1;
`
