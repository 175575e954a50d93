export const visitorBlocks = `
create index tickets_by_blocked on tickets (desk_id, lower(visitor_email)) where held_for = 'blocked';
`
