export const orderPickup = `
alter table orders add column pickup text check (pickup is null or json_valid(pickup));
`
