export const shop = `
create table orders (
  id text not null primary key,
  number integer not null unique,
  invoice_number integer unique,
  checkout_key text not null unique,
  secret_hash text not null unique,
  state text not null,
  language text not null,
  email text not null,
  address text check (json_valid(address)),
  lines text not null check (json_valid(lines)),
  goods integer not null,
  shipping integer not null,
  gross integer not null,
  vat text not null check (json_valid(vat)),
  currency text not null,
  small_business integer not null,
  payment text not null,
  provider_ref text unique,
  uid text references accounts (uid) on delete set null,
  desk_id text references desks (id) on delete set null,
  terms_version text not null,
  accepted_at integer not null,
  digital_consent_at integer,
  payable_until integer not null,
  paid_at integer,
  fulfilled_at integer,
  closed_at integer,
  refunded_at integer,
  created_at integer not null,
  updated_at integer not null,
  -- Whether its goods are off the stock.
  stock_taken integer not null
) strict;
create index orders_by_account on orders (uid, number) where uid is not null;
create index orders_by_desk on orders (desk_id) where desk_id is not null;
create index orders_unpaid on orders (payable_until) where state in ('created', 'awaiting-payment');

-- How many the catalogue said there are when it was last asked, and how many of them are left.
create table stock (
  product_id text not null primary key,
  declared integer not null,
  left integer not null
) strict;

create table order_events (
  id text not null primary key,
  order_id text not null references orders (id) on delete cascade
) strict;
create index order_events_by_order on order_events (order_id);

create table counters (
  name text not null primary key,
  value integer not null
) strict;
insert into counters (name, value) values ('order', 1000), ('invoice', 0);

create table entitlements (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  order_id text not null references orders (id) on delete cascade,
  product_id text not null,
  grants text not null check (json_valid(grants)),
  "from" integer not null,
  until integer not null,
  created_at integer not null,
  unique (order_id, product_id)
) strict;
create index entitlements_by_desk on entitlements (desk_id, until);

-- Paid orders of erased accounts: kept as long as the law asks, reached by no page.
create table restricted_orders (
  number integer not null primary key,
  record text not null check (json_valid(record)),
  keep_until integer not null
) strict;
`
