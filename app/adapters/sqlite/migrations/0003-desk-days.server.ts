export const deskDays = `
alter table desks add column away text not null default '{}' check (json_valid(away));
alter table desks add column week text check (week is null or json_valid(week));
alter table desks add column exceptions text not null default '[]' check (json_valid(exceptions));
alter table desks add column reply_within text;
alter table desks add column retention_days integer check (retention_days > 0);
create index desks_by_retention on desks (id) where retention_days is not null;
`
