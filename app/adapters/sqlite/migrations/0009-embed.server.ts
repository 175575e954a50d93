export const embed = `
create table embeds (
  desk_id text primary key references desks (id) on delete cascade,
  look text not null default '{}' check (json_valid(look)),
  launcher text not null default '{}' check (json_valid(launcher)),
  consent text not null default '{}' check (json_valid(consent)),
  consent_link text not null default '{}' check (json_valid(consent_link)),
  origins text not null default '[]' check (json_valid(origins)),
  seen_on text,
  seen_at integer
) strict;
alter table desks add column earlier_key text;
alter table desks add column earlier_key_until integer;
create index desks_by_earlier_key on desks (earlier_key) where earlier_key is not null;
`
