import type { AppLoadContext } from '@remix-run/node'
import { type Bill, type BillRow, billOf, refundRows } from '~/components/shop/bill'
import type { InvoiceShown } from '~/components/shop/invoice'
import { invoiceOf } from '~/components/shop/invoice-facts'
import { pickupDayText } from '~/components/shop/pickup'
import type { MailState, RecordMailKind } from '~/domain/outbox/mails'
import { trackingLink } from '~/domain/shop/carriers'
import { type OrderEntry, withdrawalIn } from '~/domain/shop/order-history'
import { isUnpaid } from '~/domain/shop/order-payment'
import { type OrderEvent, type OrderState, orderAfter } from '~/domain/shop/order-states'
import { undoOfLast } from '~/domain/shop/order-undo'
import { daysToLateWithdrawal, refundDueOn } from '~/domain/shop/order-withdrawal'
import {
  customerName,
  type Handover,
  handoverOf,
  type Order,
  shopTimeZone,
} from '~/domain/shop/orders'
import { isAllRefunded, linesLeft, refundable } from '~/domain/shop/refunds'
import { standingsOf, waitsForCustomer } from '~/domain/shop/standings'
import type { Language } from '~/domain/text/languages'
import { newFormKey } from '~/http/forms/key.server'
import { signUndo } from '~/http/forms/undo.server'
import { withoutUndefined } from '~/http/responses/page-data.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { mayAccept } from '~/http/shop/order-payment.server'
import { formatDateTime, formatDayAndClock, formatFullDate } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'

type ListedEvent = Exclude<OrderEntry['event'], 'unmailed'>

export interface Happened {
  at: string
  event: ListedEvent | 'placed'
  by?: OrderEntry['by']
  /** How it was handed over. */
  done?: Done
  carrier?: string
  trackingUrl?: string
  amount?: string
}

/** Paid on pick-up, it is handed over as it is paid. */
type Done = Handover | 'picked-up'

interface OpenRefund {
  key: string
  amount: string
}

/** An order as the shop's owner sees it, times and amounts in words. */
export interface ShownOrder {
  number: number
  state: OrderState
  standings: ReturnType<typeof standingsOf>
  name: string
  email: string
  language: Language
  address?: Order['address']
  billing?: Order['billing']
  vatId?: string
  note?: string
  payment: Order['payment']
  /** The transfer's reference, or the payment service's id. */
  reference?: string
  total: string
  bill: Bill
  handover: Handover
  when?: string
  /** Set while its mailbox is unproven: whether the goods are reserved. */
  unproven?: 'kept' | 'free'
  /** Until when they are, in words. */
  reservedUntil?: string
  withdrawn?: { on: string; ticket?: number; due: string; late?: { days: number; done: Done } }
  can: {
    accept: boolean
    pay: boolean
    send: boolean
    pickUp: boolean
    cancel: boolean
    refund: boolean
  }
  history: Happened[]
  /** The signed value with which this reader can undo the last step. */
  undo?: string
  mails: { kind: RecordMailKind; state: MailState | 'unsent'; at: string }[]
  /** Of the page's forms. */
  key: string
  refund: {
    lines: { title: string; lang?: Language; left: number }[]
    shipping: string
    all: string
    begun: OpenRefund[]
    byHand: OpenRefund[]
  }
  refunds: { key: string; rows: BillRow[] }[]
  invoiceName?: string
  packing: { quantity: number; title: string; lang?: Language }[]
  orderedOn: string
  /** What only printed sheets show. */
  sheet?: { invoice?: InvoiceShown; seller: InvoiceShown['seller'] }
}

const mostMails = 50

export async function readOrder(
  order: Order,
  prints: boolean,
  own: OwnDesk,
  context: AppLoadContext,
): Promise<ShownOrder> {
  const { services, language, config } = context
  const { t } = translations(language)
  const { payments, mails } = services
  const { number, state, address, lines, payment, refunds, gross } = order
  const [legal, sent] = await Promise.all([
    services.legal.read(),
    mails.listByRecord(order.id, mostMails),
  ])
  const money = (amount: number) => formatMoney(amount, language)
  const time = (at: Date) => formatDateTime(at, language, shopTimeZone)
  const day = (at: Date) => formatFullDate(at, language, shopTimeZone)
  const can = (event: OrderEvent) => orderAfter(state, event) !== undefined
  const left = refundable(order)
  const open = (which: 'begun' | 'by-hand') =>
    refunds
      .filter((refund) => refund.state === which)
      .map(({ key, amount }) => ({ key, amount: money(amount) }))
  const amountOf = (key: string | undefined) => refunds.find((refund) => refund.key === key)?.amount
  const orderedOn = day(order.createdAt)
  const { email } = order
  const invoice = invoiceOf(order, legal, language)
  const undo = undoOfLast(order, sent)
  return withoutUndefined({
    number,
    state,
    standings: standingsOf(order),
    name: customerName(order),
    email,
    language: order.language,
    address,
    billing: order.billing,
    vatId: order.vatId,
    note: order.note,
    payment,
    reference: payments[payment]?.details(order, legal.bank)?.reference ?? order.providerRef,
    total: money(gross),
    bill: billOf(order),
    handover: handoverOf(order),
    when: order.pickup && (pickupDayText(order.pickup, language, t) ?? t('orders:noDay')),
    unproven: unprovenOf(order),
    reservedUntil:
      order.reservedUntil && formatDayAndClock(order.reservedUntil, language, shopTimeZone),
    withdrawn: withdrawnOf(order, language),
    can: {
      accept: mayAccept(order, context),
      pay: payment !== 'stripe' && can('payment-arrives'),
      send: can('fulfil'),
      pickUp: waitsForCustomer(order),
      cancel: can('cancel'),
      refund: can('refund') && !isAllRefunded(order),
    },
    history: [
      { at: time(order.createdAt), event: 'placed' },
      ...order.history.filter(isListed).map((entry, index, listed): Happened => {
        const { at, event, by, refund, carrier } = entry
        const done =
          event === 'fulfil'
            ? doneAs(order, listed[index - 1])
            : event === 'picked-up'
              ? event
              : undefined
        const amount = amountOf(refund)
        const trackingUrl = trackingLink(entry, language)
        return {
          ...{ at: time(at), event, by, done, carrier, trackingUrl },
          ...(amount && { amount: money(amount) }),
        }
      }),
    ],
    undo: undo && signUndo(undo, own, context),
    mails: sent
      .filter(({ state, reader }) => state !== 'dropped' && reader === undefined)
      .map((mail) => ({
        kind: mail.kind,
        // Without a mail server it is a file in the data folder.
        state: mail.state === 'sent' && !config.mail.smtpUrl ? 'unsent' : mail.state,
        at: time(mail.updatedAt),
      })),
    key: newFormKey(),
    refund: {
      lines: lines.map(({ productId, title, lent }) => ({
        title: title[language],
        lang: lent?.title?.[language],
        left: left.pieces[productId] ?? 0,
      })),
      shipping: left.shipping > 0 ? money(left.shipping) : '',
      all: money(left.amount),
      begun: open('begun'),
      byHand: open('by-hand'),
    },
    refunds: refunds
      .filter((refund) => refund.state !== 'begun')
      .map((refund) => ({ key: refund.key, rows: refundRows(order, refund, t, language) })),
    invoiceName: invoice?.invoiceName,
    packing: (can('refund') || can('fulfil') ? linesLeft(order) : [])
      .filter(({ shipped }) => shipped)
      .map(({ quantity, title, lent }) => ({
        quantity,
        title: title[language],
        lang: lent?.title?.[language],
      })),
    orderedOn,
    sheet: prints ? { invoice, seller: legal.company } : undefined,
  })
}

function withdrawnOf(order: Order, language: Language): ShownOrder['withdrawn'] {
  const { history } = order
  const entry = withdrawalIn(history)
  if (!entry) return undefined
  const days = daysToLateWithdrawal(order)
  const sent = history.findLastIndex(({ event }) => event === 'fulfil')
  return {
    on: formatFullDate(entry.at, language, shopTimeZone),
    ticket: entry.ticket,
    due: formatFullDate(refundDueOn(entry), language, shopTimeZone),
    late: days === undefined ? undefined : { days, done: doneAs(order, history[sent - 1]) },
  }
}

function unprovenOf(order: Order): ShownOrder['unproven'] {
  if (!isUnpaid(order) || !order.reservedUntil) return undefined
  return order.stockTaken ? 'kept' : 'free'
}

/** The beginning of a transfer and an e-mail that was not sent add nothing to what the order itself says. */
function isListed(entry: OrderEntry): entry is OrderEntry & { event: ListedEvent } {
  const { event } = entry
  return event !== 'payment-begins' && event !== 'unmailed'
}

function doneAs(order: Order, before: OrderEntry | undefined): Done {
  const isPaid = before?.event === 'payment-arrives' && before.by === 'shop'
  const isTaken = order.payment === 'on-pickup' && isPaid
  return isTaken ? 'picked-up' : handoverOf(order)
}
