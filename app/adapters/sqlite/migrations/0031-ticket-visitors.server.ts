export const ticketVisitors = `
create index tickets_by_visitor on tickets (desk_id, visitor_email_key, updated_at)
  where visitor_email_key <> '';
`
