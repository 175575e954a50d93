/** Lists and counts have an order whose withdrawal is not answered among what is to do. */
export const withdrawalsDue = `
update orders set listed = 'withdrawn'
where listed not in ('refund-due', 'cancelled', 'expired', 'refunded') and exists (
  select 1 from json_each(orders.history) as declared
  where json_extract(declared.value, '$.event') = 'withdrawn'
    and not exists (
      select 1 from json_each(orders.history) as mistaken
      where mistaken.key > declared.key and json_extract(mistaken.value, '$.event') = 'mistaken'
        and json_extract(orders.history, '$[' || (mistaken.key + 1) || '].event') is not 'undo'
    )
    and not exists (
      select 1 from json_each(orders.refunds) as refund
      where json_extract(refund.value, '$.state') <> 'begun'
        and json_extract(refund.value, '$.at') >= json_extract(declared.value, '$.at')
    )
);
delete from order_counts;
insert into order_counts (listed, orders) select listed, count(*) from orders group by listed;
`
