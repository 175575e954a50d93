/** E-mails to a member other than who founded the desk. */
export const mailReaders = `
alter table mails add column reader text;
`
