/** Each member is present or away; the desk is attended by those who are not away. */
export const memberPresence = `
alter table members add column attended_at integer;
alter table members add column away_since integer;
update members set (attended_at, away_since) =
    (select attended_at, away_since from desks where id = desk_id)
  where uid = (select owner_uid from desks where id = desk_id);
update desks set attended_at = null where away_since is not null;
alter table desks drop column away_since;
`
