import type { ExpressionBuilder, Kysely } from 'kysely'
import { z } from 'zod'
import type { OrderPage } from '../../../domain/shop/order-lists'
import type { OrderScope } from '../../../domain/shop/order-store'
import type { Order } from '../../../domain/shop/orders'
import { listedAs } from '../../../domain/shop/standings'
import { filledIn } from '../../../domain/text/languages'
import { type OrderRow, optionalDate, type Schema, toRow } from '../database/schema.server'

const written = z.string().transform((text): unknown => JSON.parse(text))

const entry = z.object({ at: z.coerce.date() }).passthrough()

const refund = entry.extend({ givenBackAt: z.coerce.date().optional() })

function orderWithin(scope: OrderScope) {
  return (column: ExpressionBuilder<Schema, 'orders'>) =>
    'secretHash' in scope
      ? column('secretHash', '=', scope.secretHash)
      : 'number' in scope
        ? column('number', '=', scope.number)
        : 'providerRef' in scope
          ? column('providerRef', '=', scope.providerRef)
          : column('id', '=', scope.id)
}

/** An order may predate a language. */
function withEveryLanguage(line: Order['lines'][number]): Order['lines'][number] {
  const { title, summary, deliveryTime } = line
  return {
    ...line,
    title: filledIn(title),
    summary: summary && filledIn(summary),
    deliveryTime: filledIn(deliveryTime),
  }
}

function toAddress(text: string | null | undefined): Order['address'] {
  return text ? (written.parse(text) as Order['address']) : undefined
}

function toPickup(text: string | null | undefined): Order['pickup'] {
  if (!text) return undefined
  const pickup = written.parse(text) as NonNullable<Order['pickup']>
  return { ...pickup, when: filledIn(pickup.when) }
}

export function toOrderRow(order: Order): OrderRow {
  return { ...emptyRow, ...toRow(order), listed: listedAs(order) }
}

/** Of a new order. */
export const emptyRow = {
  invoiceNumber: null,
  address: null,
  pickup: null,
  billing: null,
  vatId: null,
  note: null,
  providerRef: null,
  uid: null,
  deskId: null,
  digitalConsentAt: null,
  reservedUntil: null,
  paidAt: null,
  fulfilledAt: null,
  closedAt: null,
  refundedAt: null,
}

export function toOrder({ listed: _, ...row }: OrderRow): Order {
  return {
    ...row,
    invoiceNumber: row.invoiceNumber ?? undefined,
    address: toAddress(row.address),
    billing: toAddress(row.billing),
    vatId: row.vatId ?? undefined,
    note: row.note ?? undefined,
    pickup: toPickup(row.pickup),
    lines: (written.parse(row.lines) as Order['lines']).map(withEveryLanguage),
    vat: written.parse(row.vat) as Order['vat'],
    history: z.array(entry).parse(written.parse(row.history)) as unknown as Order['history'],
    refunds: z.array(refund).parse(written.parse(row.refunds)) as unknown as Order['refunds'],
    smallBusiness: row.smallBusiness === 1,
    providerRef: row.providerRef ?? undefined,
    uid: row.uid ?? undefined,
    deskId: row.deskId ?? undefined,
    acceptedAt: new Date(row.acceptedAt),
    digitalConsentAt: optionalDate(row.digitalConsentAt),
    payableUntil: new Date(row.payableUntil),
    reservedUntil: optionalDate(row.reservedUntil),
    stockTaken: row.stockTaken === 1,
    paidAt: optionalDate(row.paidAt),
    fulfilledAt: optionalDate(row.fulfilledAt),
    closedAt: optionalDate(row.closedAt),
    refundedAt: optionalDate(row.refundedAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
}

export function findOrderRow(kysely: Kysely<Schema>, scope: OrderScope) {
  return kysely.selectFrom('orders').selectAll().where(orderWithin(scope)).executeTakeFirst()
}

export function pageOf(rows: OrderRow[], limit: number): OrderPage {
  const orders = rows.slice(0, limit).map(toOrder)
  return { orders, next: rows.length > limit ? orders.at(-1)?.number : undefined }
}
