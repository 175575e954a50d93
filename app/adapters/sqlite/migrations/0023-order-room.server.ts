import { z } from 'zod'
import { orderWords } from '../../../domain/shop/order-lists'
import type { Connection } from '../database/connection.server'

const tables = `
alter table orders add column history text not null default '[]' check (json_valid(history));
alter table orders add column refunds text not null default '[]' check (json_valid(refunds));
create index orders_by_state on orders (state, number);

create table order_counts (
  state text not null primary key,
  orders integer not null
) strict;
insert into order_counts select state, count(*) from orders group by state;

-- What an order is found by.
create table order_words (
  word text not null,
  number integer not null references orders (number) on delete cascade,
  primary key (word, number)
) strict, without rowid;
create index order_words_by_order on order_words (number);

-- What the bookkeeper is given; without a word of whose order it was.
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
insert into bookings select id || ' payment', 'payment', paid_at, number, invoice_number, payment,
    json_extract(address, '$.country'), gross, vat
  from orders where paid_at is not null;
insert into bookings select id || ' refund all', 'refund', refunded_at, number, invoice_number, payment,
    json_extract(address, '$.country'), gross, vat
  from orders where refunded_at is not null;
insert into bookings select record ->> 'id' || ' payment', 'payment', record ->> 'paidAt', number,
    record ->> 'invoiceNumber', record ->> 'payment', json_extract(record ->> 'address', '$.country'),
    record ->> 'gross', record ->> 'vat'
  from restricted_orders;
insert into bookings select record ->> 'id' || ' refund all', 'refund', record ->> 'refundedAt', number,
    record ->> 'invoiceNumber', record ->> 'payment', json_extract(record ->> 'address', '$.country'),
    record ->> 'gross', record ->> 'vat'
  from restricted_orders where record ->> 'refundedAt' is not null;

create index mails_by_record on mails (record_id, created_at) where record_id is not null;
`

const time = z.number().nullable()
const text = z
  .string()
  .nullable()
  .transform((value) => value ?? undefined)
const held = z.object({
  id: z.string(),
  number: z.number(),
  invoice_number: z.number().nullable(),
  state: z.string(),
  payment: z.string(),
  email: z.string(),
  provider_ref: text,
  address: text,
  lines: z.string(),
  shipping: z.number(),
  gross: z.number(),
  vat: z.string(),
  paid_at: time,
  fulfilled_at: time,
  closed_at: time,
  refunded_at: time,
})

export function orderRoom(connection: Connection): void {
  connection.exec(tables)
  const piece = connection.prepare(
    'select * from orders where number > ? order by number limit 500',
  )
  const keep = connection.prepare('update orders set history = ?, refunds = ? where id = ?')
  const addWord = connection.prepare('insert into order_words (word, number) values (?, ?)')
  let last = 0
  for (;;) {
    const orders = z.array(held).parse(piece.all([last]))
    for (const order of orders) {
      const { id, number } = order
      keep.run([JSON.stringify(historyOf(order)), JSON.stringify(refundsOf(order)), id])
      for (const word of wordsOf(order)) addWord.run([word, number])
      last = number
    }
    if (orders.length === 0) break
  }
}

type Held = z.output<typeof held>

function historyOf(order: Held) {
  const { state, paid_at, fulfilled_at, closed_at, refunded_at } = order
  const ended = state === 'expired' ? 'expire' : 'cancel'
  return [
    { event: ended, at: paid_at ? null : closed_at },
    { event: 'payment-arrives', at: paid_at },
    { event: 'fulfil', at: fulfilled_at },
    { event: 'refund', at: refunded_at, refund: 'all' },
  ].flatMap(({ at, ...entry }) => (at ? [{ at: new Date(at), ...entry }] : []))
}

function refundsOf({ payment, lines, shipping, gross, vat, refunded_at }: Held) {
  if (!refunded_at) return []
  const known = z.array(z.object({ productId: z.string(), quantity: z.number() }))
  const pieces = known.parse(JSON.parse(lines)).map((line) => [line.productId, line.quantity])
  return [
    {
      key: 'all',
      at: new Date(refunded_at),
      pieces: Object.fromEntries(pieces),
      shipping,
      amount: gross,
      vat: JSON.parse(vat),
      state: payment === 'bank-transfer' ? 'by-hand' : 'done',
    },
  ]
}

function wordsOf({ number, invoice_number, email, provider_ref, address }: Held): string[] {
  return orderWords({
    number,
    invoiceNumber: invoice_number ?? undefined,
    email,
    providerRef: provider_ref,
    address: address && JSON.parse(address),
  })
}
