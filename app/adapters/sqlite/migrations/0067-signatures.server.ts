/** What stands below answers in letters: each member's own, or the desk's. */
export const signatures = `
alter table members add column signature text;
alter table desks add column signature text;
`
