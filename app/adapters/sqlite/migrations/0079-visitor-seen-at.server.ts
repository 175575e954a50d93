/** When a visitor last saw something new. Unknown for old tickets. */
export const visitorSeenAt = `
alter table tickets add column visitor_seen_at integer;
`
