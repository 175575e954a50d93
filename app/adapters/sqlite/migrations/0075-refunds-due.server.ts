/** Lists and counts have an order whose refund is due among what is to do. */
export const refundsDue = `
alter table orders add column listed text not null default '';
update orders set listed = case
  when exists (
    select 1 from json_each(refunds) where json_extract(value, '$.state') = 'by-hand'
  ) then 'refund-due' else state end;
drop index orders_by_state;
create index orders_by_listed on orders (listed, number);
alter table order_counts rename column state to listed;
delete from order_counts;
insert into order_counts (listed, orders) select listed, count(*) from orders group by listed;
`
