/** What is paid on pick-up has two unpaid states of its own. */
export const payOnPickup = `
drop index orders_unpaid;
create index orders_unpaid on orders (payable_until)
  where state in ('created', 'awaiting-payment', 'to-prepare', 'ready');
`
