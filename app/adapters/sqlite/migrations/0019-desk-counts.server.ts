export const deskCounts = `
create table desk_counts (
  desk_id text not null references desks (id) on delete cascade,
  kind text not null,
  key text not null,
  spelling text not null,
  tickets integer not null,
  primary key (desk_id, kind, key, spelling)
) strict, without rowid;
insert into desk_counts select desk_id, 'state', state, '', count(*) from tickets
  where merged_into is null group by desk_id, state;
insert into desk_counts select ticket_tags.desk_id, 'tag', tag_key, tag, count(*) from ticket_tags
  join tickets on tickets.id = ticket_id
  where state <> 'held' and merged_into is null group by ticket_tags.desk_id, tag_key, tag;

-- When it was last solved or closed, and whether it was rated since it began.
alter table tickets add column done_at integer;
alter table tickets add column rated_at integer;
update tickets set
  done_at = (select max(at) from ticket_history
    where ticket_id = tickets.id and kind in ('solve', 'close')),
  rated_at = (select created_at from feedback
    where ticket_id = tickets.id and feedback.kind = 'ticket');
create index tickets_by_end on tickets (desk_id, done_at, rated_at)
  where done_at is not null and merged_into is null and held_for is null;

-- What the numbers of a period ask is in the index itself.
drop index tickets_by_age;
create index tickets_by_age on tickets
  (desk_id, created_at, id, state, merged_into, first_reply_at);
drop index tickets_by_first_reply;
create index tickets_by_first_reply on tickets
  (desk_id, first_reply_at, created_at, state, merged_into) where first_reply_at is not null;
create index tickets_by_state_and_age on tickets (desk_id, state, created_at, id);
create index tickets_by_priority_and_wait on tickets
  (desk_id, state, (case priority when 'high' then 0 when 'normal' then 1 else 2 end), waiting_since, id);
create index tickets_by_priority_and_change on tickets
  (desk_id, state, (case priority when 'high' then 0 when 'normal' then 1 else 2 end), updated_at desc, id desc);
create index tickets_by_priority on tickets
  (desk_id, (case priority when 'high' then 0 when 'normal' then 1 else 2 end), updated_at desc, id desc);
create index tickets_by_priority_and_age on tickets
  (desk_id, (case priority when 'high' then 0 when 'normal' then 1 else 2 end), created_at desc, id desc);
create index feedback_by_state on feedback (desk_id, state, created_at, id, kind, rating);
`
