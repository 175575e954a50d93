/** That an owner is away by choice, and where a desk says what it does with what visitors write. */
export const deskAway = `
alter table desks add column away_since integer;
alter table desks add column privacy_link text not null default '{}';
`
