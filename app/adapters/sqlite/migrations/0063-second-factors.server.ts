/** Second factors of accounts of either kind. */
export const secondFactors = `
create table second_factors (
  uid text not null primary key references accounts (uid) on delete cascade,
  sealed_secret text not null,
  last_step integer not null,
  salt text not null,
  recovery_hashes text not null,
  since integer not null
) strict;
`
