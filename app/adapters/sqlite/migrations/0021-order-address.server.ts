/**
 * SQLite before 3.45 takes `json_valid(null)` for false when it checks the rows of a file, and so holds
 * an order without an address for damaged.
 */
export const orderAddress = `
alter table orders add column postal text check (postal is null or json_valid(postal));
update orders set postal = address;
alter table orders drop column address;
alter table orders rename column postal to address;
`
