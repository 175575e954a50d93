export const orderBilling = `
alter table orders add column billing text check (billing is null or json_valid(billing));
alter table orders add column vat_id text;
alter table orders add column note text;
`
