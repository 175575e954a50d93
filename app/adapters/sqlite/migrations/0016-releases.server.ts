export const releases = `
alter table tickets add column released_at integer;
`
