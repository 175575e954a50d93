import type { AppLoadContext } from '@remix-run/node'
import { type Bill, type BillRow, billOf, refundRows } from '~/components/shop/bill'
import type { InvoiceShown } from '~/components/shop/invoice'
import { invoiceOf } from '~/components/shop/invoice-facts'
import { pickupText } from '~/components/shop/pickup'
import { type TransferRow, transferRows } from '~/components/shop/transfer-rows'
import { qrCode } from '~/components/site/qr-code.server'
import type { QrCode } from '~/components/site/qr-code-image'
import { shipmentOf, withdrawalIn } from '~/domain/shop/order-history'
import { isGoingOn, mayChangeMailbox } from '~/domain/shop/order-mailbox'
import { isUnpaid } from '~/domain/shop/order-payment'
import type { OrderState } from '~/domain/shop/order-states'
import { offersWithdrawal } from '~/domain/shop/order-withdrawal'
import {
  type Address,
  type Handover,
  handoverOf,
  type Order,
  shopTimeZone,
} from '~/domain/shop/orders'
import type { Refund } from '~/domain/shop/refunds'
import { waitsForCustomer } from '~/domain/shop/standings'
import type { Language } from '~/domain/text/languages'
import { newFormKey } from '~/http/forms/key.server'
import { orderPath } from '~/http/links/order-link.server'
import { mayConfirm, type OwnOrder } from '~/http/shop/order-payment.server'
import { localizedPath } from '~/i18n/addresses'
import {
  formatDateTime,
  formatDay,
  formatDayAndClock,
  formatDayOfYear,
  formatFullDate,
  unbroken,
} from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'

/** How a refund that the shop gives back by hand stands, and the day on which it did. */
export interface GivenBack {
  how: 'transfer-due' | 'transfer-given' | 'pickup-due' | 'pickup-given'
  day: string
}

export interface OrderShown {
  number: number
  state: OrderState
  unpaid: boolean
  silent: boolean
  orderedAt: string
  payableUntil: string
  onPickup: boolean
  payable: boolean
  /** Whether its reader may confirm it. */
  confirm: boolean
  /** For who ordered, and got no e-mail. */
  mailbox?: { key: string; sent: boolean; changes: boolean }
  reservation?: { kind: 'kept'; until: string; day: string } | { kind: 'free' | 'gone' }
  /** The day on which its withdrawal arrived, until it is over. */
  withdrawnOn?: string
  bill: Bill
  refunds: { rows: BillRow[]; back?: GivenBack }[]
  email: string
  address?: Address
  pickup?: { place: Address; when: string }
  billing?: Address
  vatId?: string
  note?: string
  shipment?: ReturnType<typeof shipmentOf>
  handover: Handover
  transfer?: { rows: TransferRow[]; code: QrCode }
  hasInvoice: boolean
  invoice?: InvoiceShown
  links: { own: string; cancel: string; invoice: string; question: string; withdraw?: string }
}

export async function showOrder(own: OwnOrder, context: AppLoadContext): Promise<OrderShown> {
  const { order, secret } = own
  const { url, language, services } = context
  const withdrawn = isGoingOn(order) ? withdrawalIn(order.history) : undefined
  const confirm = !withdrawn && mayConfirm(own, context) && !url.searchParams.has('gone')
  const { t } = translations(language)
  const unpaid = isUnpaid(order)
  const { payments } = services
  const legal = await services.legal.read()
  const reservation = unpaid && !withdrawn ? reservationOf(order, url, language) : undefined
  const onPickup = order.payment === 'on-pickup'
  const payable =
    unpaid && !withdrawn && !onPickup && !confirm && (!reservation || reservation.kind === 'kept')
  const transfer = payable ? payments[order.payment]?.details(order, legal.bank) : undefined
  const path = localizedPath(orderPath(secret), language)
  const named = new URLSearchParams({ order: secret })
  const { number, state, email, address, pickup, billing, vatId, note, refunds } = order
  const invoice = invoiceOf(order, legal, language)
  const goesOn = unpaid || state === 'paid' || state === 'fulfilled'
  const toPickUp = goesOn && !withdrawn && (state !== 'fulfilled' || waitsForCustomer(order))
  const isReady = state === 'ready' || state === 'fulfilled'
  return {
    number,
    state,
    unpaid,
    silent: unpaid && url.searchParams.has('silent'),
    orderedAt: formatDateTime(order.createdAt, language, shopTimeZone),
    payableUntil: onPickup
      ? formatDay(order.payableUntil, language, shopTimeZone)
      : formatDateTime(order.payableUntil, language, shopTimeZone),
    onPickup,
    payable,
    confirm,
    mailbox: own.mailed ? undefined : mailboxOf(order, url),
    reservation: confirm ? undefined : reservation,
    withdrawnOn: withdrawn && formatFullDate(withdrawn.at, language, shopTimeZone),
    bill: billOf(order),
    refunds: refunds
      .filter((refund) => refund.state !== 'begun')
      .map((refund) => ({
        rows: refundRows(order, refund, t, language),
        back: givenBackOf(order, refund, language),
      })),
    email,
    address: goesOn ? address : undefined,
    pickup:
      toPickUp && pickup
        ? {
            place: legal.company,
            when: pickupText(pickup, language, t, isReady),
          }
        : undefined,
    billing,
    vatId,
    note,
    shipment: state === 'fulfilled' ? shipmentOf(order) : undefined,
    handover: handoverOf(order),
    transfer: transfer && {
      rows: transferRows(transfer, t, language),
      code: qrCode(transfer.code),
    },
    hasInvoice: invoice !== undefined,
    invoice: url.searchParams.has('invoice') ? invoice : undefined,
    links: {
      own: path,
      cancel: localizedPath(orderPath(secret, 'cancel'), language),
      invoice: `${path}&invoice`,
      question: localizedPath(`/chat?${named}`, language),
      withdraw: offersWithdrawal(order, context.now())
        ? localizedPath(`/withdrawal?withdraw&${named}`, language)
        : undefined,
    },
  }
}

function givenBackOf(
  { payment }: Order,
  { state, givenBackAt }: Refund,
  language: Language,
): GivenBack | undefined {
  const by = payment === 'on-pickup' ? 'pickup' : 'transfer'
  if (state === 'by-hand') return { how: `${by}-due`, day: '' }
  if (!givenBackAt) return undefined
  return { how: `${by}-given`, day: formatFullDate(givenBackAt, language, shopTimeZone) }
}

function mailboxOf(order: Order, { searchParams }: URL): OrderShown['mailbox'] {
  if (!isGoingOn(order)) return undefined
  return { key: newFormKey(), sent: searchParams.has('sent'), changes: mayChangeMailbox(order) }
}

function reservationOf(
  { reservedUntil, stockTaken, payableUntil }: Order,
  { searchParams }: URL,
  language: Language,
): OrderShown['reservation'] {
  if (!reservedUntil) return undefined
  if (!stockTaken) return { kind: searchParams.has('gone') ? 'gone' : 'free' }
  return {
    kind: 'kept',
    until: formatDayAndClock(reservedUntil, language, shopTimeZone),
    day: unbroken(formatDayOfYear(payableUntil, language, shopTimeZone)),
  }
}
