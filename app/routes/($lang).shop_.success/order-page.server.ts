import type { AppLoadContext } from '@remix-run/node'
import type { Bill } from '~/components/shop/order-sheet'
import { transferRows } from '~/components/shop/transfer-rows'
import type { Company } from '~/domain/legal/legal'
import { isUnpaid } from '~/domain/shop/order-payment'
import type { OrderState } from '~/domain/shop/order-states'
import { type Address, invoiceName, type Order } from '~/domain/shop/orders'
import type { TransferDetails } from '~/domain/shop/payments'
import type { Language } from '~/domain/text/languages'
import { orderPath } from '~/http/links/order-link.server'
import type { OwnOrder } from '~/http/shop/order-payment.server'
import { localizedPath } from '~/i18n/addresses'
import { formatDateTime, formatFullDate } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'

const timeZone = 'Europe/Berlin'

export interface OrderShown {
  number: number
  state: OrderState
  unpaid: boolean
  /** The payment service did not respond. */
  silent: boolean
  orderedAt: string
  orderedOn: string
  payableUntil: string
  /** Unpaid, and its goods are reserved. */
  payable: boolean
  /** For goods reserved without a proven mailbox. */
  reservation?: { kind: 'kept'; until: string } | { kind: 'free' | 'gone' }
  paidOn?: string
  refundedOn?: string
  bill: Bill
  email: string
  address?: Address
  transfer?: { rows: { label: string; value: string }[]; code: TransferDetails['code'] }
  invoiceName?: string
  invoice: boolean
  seller: Company
  sample: boolean
  links: { own: string; cancel: string; invoice: string }
}

export function showOrder(
  { order, secret }: OwnOrder,
  { url, language, services }: AppLoadContext,
): OrderShown {
  const { t } = translations(language)
  const unpaid = isUnpaid(order)
  const { legal, payments } = services
  const reservation = unpaid ? reservationOf(order, url, language) : undefined
  const payable = unpaid && (!reservation || reservation.kind === 'kept')
  const transfer = payable ? payments[order.payment]?.details(order) : undefined
  const own = localizedPath(orderPath(secret), language)
  const { number, state, email, address, paidAt, refundedAt, invoiceNumber } = order
  const day = (at: Date | undefined) => at && formatFullDate(at, language, timeZone)
  const { lines, goods, shipping, gross, vat, smallBusiness } = order
  return {
    number,
    state,
    unpaid,
    silent: unpaid && url.searchParams.has('silent'),
    orderedAt: formatDateTime(order.createdAt, language, timeZone),
    orderedOn: formatFullDate(order.createdAt, language, timeZone),
    payableUntil: formatDateTime(order.payableUntil, language, timeZone),
    payable,
    reservation,
    paidOn: day(paidAt),
    refundedOn: day(refundedAt),
    bill: { lines, goods, shipping, gross, vat, smallBusiness },
    email,
    address,
    transfer: transfer && { rows: transferRows(transfer, t, language), code: transfer.code },
    invoiceName: invoiceNumber === undefined ? undefined : invoiceName(invoiceNumber),
    invoice: invoiceNumber !== undefined && url.searchParams.has('invoice'),
    seller: legal.company,
    sample: legal.sample,
    links: {
      own,
      cancel: localizedPath(orderPath(secret, 'cancel'), language),
      invoice: `${own}&invoice`,
    },
  }
}

function reservationOf(
  { reservedUntil, stockTaken }: Order,
  { searchParams }: URL,
  language: Language,
): OrderShown['reservation'] {
  if (!reservedUntil) return undefined
  if (!stockTaken) return { kind: searchParams.has('gone') ? 'gone' : 'free' }
  return { kind: 'kept', until: formatDateTime(reservedUntil, language, timeZone) }
}
