/** A ticket is, once its guest is blocked no longer, what it was before. */
export const beforeBlock = `
alter table tickets add column before_block text;
`
