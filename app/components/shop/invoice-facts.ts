import type { Legal } from '~/domain/legal/legal'
import { customerName, invoiceName, type Order, shopTimeZone } from '~/domain/shop/orders'
import type { Language } from '~/domain/text/languages'
import { formatFullDate } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'
import { billOf } from './bill'
import type { InvoiceShown } from './invoice'

export function invoiceOf(
  order: Order,
  legal: Pick<Legal, 'company' | 'sample'>,
  language: Language,
): InvoiceShown | undefined {
  const { invoiceNumber, paidAt, refundedAt, createdAt, number, email, address } = order
  if (invoiceNumber === undefined || !paidAt) return undefined
  const { gross, refunds } = order
  const day = (at: Date) => formatFullDate(at, language, shopTimeZone)
  return {
    seller: legal.company,
    sample: legal.sample,
    number,
    invoiceName: invoiceName(invoiceNumber),
    orderedOn: day(createdAt),
    paidOn: day(paidAt),
    refundedOn: refundedAt && day(refundedAt),
    corrections: refunds
      .filter(({ state, amount }) => state !== 'begun' && amount < gross)
      .map(({ amount, at }) => ({ amount: formatMoney(amount, language), day: day(at) })),
    email,
    address: order.billing ?? address,
    vatId: order.vatId,
    customer: customerName(order),
    bill: billOf(order),
  }
}
