import type { Legal } from '~/domain/legal/legal'
import { customerName, invoiceName, type Order, shopTimeZone } from '~/domain/shop/orders'
import type { Language } from '~/domain/text/languages'
import { formatFullDate } from '~/i18n/formats'
import { billOf } from './bill'
import type { InvoiceShown } from './invoice'

export function invoiceOf(
  order: Order,
  legal: Pick<Legal, 'company' | 'sample'>,
  language: Language,
): InvoiceShown | undefined {
  const { invoiceNumber, paidAt, createdAt, number, email, address } = order
  if (invoiceNumber === undefined || !paidAt) return undefined
  const day = (at: Date) => formatFullDate(at, language, shopTimeZone)
  return {
    seller: legal.company,
    sample: legal.sample,
    number,
    invoiceName: invoiceName(invoiceNumber),
    orderedOn: day(createdAt),
    paidOn: day(paidAt),
    corrections: order.refunds
      .filter(({ state }) => state !== 'begun')
      .map(({ at, pieces, shipping, amount, vat }) => ({
        day: day(at),
        ...{ pieces, shipping, amount, vat },
      })),
    email,
    address: order.billing ?? address,
    vatId: order.vatId,
    customer: customerName(order),
    bill: billOf(order),
  }
}
