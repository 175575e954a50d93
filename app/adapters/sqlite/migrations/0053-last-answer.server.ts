/** Which message was the last answer of a member, and by which `reader`. Unknown for old tickets. */
export const lastAnswer = `
alter table tickets add column answered_seq integer;
alter table tickets add column answered_by text;
`
