/** Answers can be taken back for a time that each member chooses. */
export const takenBack = `
alter table tickets add column taken_back text;
alter table members add column undo_seconds integer;
`
