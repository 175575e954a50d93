/** Those that the search index does not have yet: it takes many at once for little more than one. */
export const unindexedMessages = `
create table unindexed_messages (
  message_id text not null primary key references messages (id) on delete cascade
) strict, without rowid;
`
