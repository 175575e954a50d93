export const shop = `
create table catalogue (
  id integer primary key check (id = 1),
  version integer not null,
  content text not null
) strict;

create table products (
  id text primary key,
  place integer not null,
  content text not null
) strict, without rowid;

create table product_photos (
  id text primary key,
  square blob not null,
  whole blob not null
) strict;

create table stock (
  product_id text not null primary key,
  declared integer not null,
  left integer not null,
  -- By orders that nobody has proven or paid yet.
  reserved integer not null default 0
) strict;

create table counters (
  name text not null primary key,
  value integer not null
) strict;
insert into counters values ('order', 1000), ('invoice', 0);

create table orders (
  id text not null primary key,
  number integer not null unique,
  invoice_number integer unique,
  checkout_key text not null unique,
  secret_hash text not null unique,
  state text not null,
  language text not null,
  email text not null,
  address text check (address is null or json_valid(address)),
  billing text check (billing is null or json_valid(billing)),
  pickup text check (pickup is null or json_valid(pickup)),
  vat_id text,
  note text,
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
  history text not null default '[]' check (json_valid(history)),
  refunds text not null default '[]' check (json_valid(refunds)),
  -- Whether its goods are off the stock.
  stock_taken integer not null,
  accepted_at integer not null,
  digital_consent_at integer,
  payable_until integer not null,
  reserved_until integer,
  paid_at integer,
  fulfilled_at integer,
  closed_at integer,
  refunded_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index orders_by_account on orders (uid, number) where uid is not null;
create index orders_by_desk on orders (desk_id) where desk_id is not null;
create index orders_by_state on orders (state, number);
create index orders_reserved on orders (reserved_until) where reserved_until is not null;
create index orders_unpaid on orders (payable_until)
  where state in ('created', 'awaiting-payment', 'to-prepare', 'ready');

create table order_counts (
  state text not null primary key,
  orders integer not null
) strict;

create table order_events (
  id text not null primary key,
  order_id text not null references orders (id) on delete cascade
) strict;
create index order_events_by_order on order_events (order_id);

create table order_words (
  word text not null,
  number integer not null references orders (number) on delete cascade,
  primary key (word, number)
) strict, without rowid;
create index order_words_by_order on order_words (number);

create table restricted_orders (
  number integer not null primary key,
  record text not null check (json_valid(record)),
  keep_until integer not null
) strict;

create table bookings (
  id text not null primary key,
  kind text not null,
  at integer not null,
  number integer not null,
  invoice_number integer not null,
  payment text not null,
  country text,
  gross integer not null,
  vat text not null check (json_valid(vat))
) strict;
create index bookings_by_time on bookings (at, id);
`
