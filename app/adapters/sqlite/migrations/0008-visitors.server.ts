export const visitors = `
alter table tickets add column held_for text;
`
