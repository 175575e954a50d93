/** What was bought for a desk outlives the account that bought it, with which its order goes. */
export const entitlementOrders = `
create table entitlements_kept (
  id text not null primary key,
  desk_id text not null references desks (id) on delete cascade,
  order_id text not null,
  product_id text not null,
  grants text not null check (json_valid(grants)),
  "from" integer not null,
  until integer not null,
  created_at integer not null,
  unique (order_id, product_id)
) strict;
insert into entitlements_kept
    (id, desk_id, order_id, product_id, grants, "from", until, created_at)
  select id, desk_id, order_id, product_id, grants, "from", until, created_at from entitlements;
drop table entitlements;
alter table entitlements_kept rename to entitlements;
create index entitlements_by_desk on entitlements (desk_id, until);
`
