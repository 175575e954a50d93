export const reservations = `
alter table orders add column reserved_until integer;
create index orders_reserved on orders (reserved_until) where reserved_until is not null;
`
