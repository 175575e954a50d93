/** A desk has several addresses, each with a tag and a signature; tickets know theirs. */
export const deskAddresses = `
alter table mail_aliases add column tag text;
alter table mail_aliases add column signature text;
alter table mail_aliases add column removed_at integer;
alter table tickets add column written_to text;
`
