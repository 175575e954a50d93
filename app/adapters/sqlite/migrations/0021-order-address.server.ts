/** SQLite before 3.45 checks `json_valid(null)` as false, reporting damage. */
export const orderAddress = `
alter table orders add column postal text check (postal is null or json_valid(postal));
update orders set postal = address;
alter table orders drop column address;
alter table orders rename column postal to address;
`
