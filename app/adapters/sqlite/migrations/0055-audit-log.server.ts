/** Who did what managers want to know of, for a year. */
export const auditLog = `
create table audit_log (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  at integer not null,
  by_uid text not null,
  event text not null,
  about text,
  price_before integer,
  price_after integer
) strict;
create index audit_log_by_desk on audit_log (desk_id, id);
create index audit_log_by_time on audit_log (at);
`
