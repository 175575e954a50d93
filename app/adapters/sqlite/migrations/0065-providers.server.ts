/** Accounts at providers with which accounts of our own sign in. */
export const providers = `
alter table identities add column providers text;
create table providers (
  issuer text not null,
  subject text not null,
  uid text not null,
  primary key (issuer, subject)
) strict;
`
