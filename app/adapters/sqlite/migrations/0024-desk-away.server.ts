export const deskAway = `
alter table desks add column away_since integer;
alter table desks add column privacy_link text not null default '{}';
`
