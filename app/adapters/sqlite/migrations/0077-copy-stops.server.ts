/** People in copy may stop the e-mails about a ticket, too. */
export const copyStops = `
create table stops_before (ticket_id text, stopped_at integer) strict;
insert into stops_before (ticket_id, stopped_at) select ticket_id, stopped_at from mail_stops;
drop table mail_stops;
create table mail_stops (
  ticket_id text not null primary key references tickets (id) on delete cascade,
  stopped_at integer,
  copies text
) strict;
insert into mail_stops (ticket_id, stopped_at) select ticket_id, stopped_at from stops_before;
drop table stops_before;
`
