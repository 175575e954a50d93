import type { ReactNode } from 'react'
import { AddressText } from '~/components/site/address-text'
import type { Company } from '~/domain/legal/legal'
import type { Address } from '~/domain/shop/orders'
import { afterRefunds } from '~/domain/shop/refunds'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import { AddressLines } from './address-lines'
import { type Bill, type BillRow, type Correction, correctedRows, refundRows } from './bill'
import { InvoiceTable } from './invoice-table'
import { OrderTable } from './order-table'
import { taxLine } from './tax-line'

export interface InvoiceShown {
  seller: Company
  sample: boolean
  number: number
  invoiceName: string
  orderedOn: string
  paidOn: string
  /** What was refunded, the first first. */
  corrections: (Correction & { day: string })[]
  customer: string
  email: string
  address?: Address
  vatId?: string
  bill: Bill
}

/** The invoice, to be printed: all that § 14 UStG asks for, on one sheet. */
export function Invoice({ invoice, children }: { invoice: InvoiceShown; children?: ReactNode }) {
  const { t } = useTranslation()
  const { seller, address, number, invoiceName: name, paidOn, orderedOn } = invoice
  const facts = [
    [t('order:invoiceNumber'), name],
    [t('order:invoiceDate'), paidOn],
    [t('order:invoiceFor'), t('order:numberOf', { number, time: orderedOn })],
    [t('order:paidOn'), paidOn],
    ...(invoice.vatId ? [[t('order:yourVatId'), invoice.vatId]] : []),
  ]
  return (
    <article className="order invoice">
      {children}
      <header>
        <div>
          <p className="sender">
            {seller.name} · {seller.street} · {seller.postcode} {seller.city}
          </p>
          {address ? <AddressLines address={address} /> : <Customer invoice={invoice} />}
        </div>
        <Seller seller={seller} />
      </header>
      <h1>{t('order:invoice', { name })}</h1>
      {invoice.sample && <p className="banner bad">{t('order:sample')}</p>}
      <CorrectionNotice invoice={invoice} />
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <InvoiceTable bill={invoice.bill} corrected={invoice.corrections.length > 0} />
      <Corrections invoice={invoice} />
      <p className="quiet">{t('order:delivered')}</p>
    </article>
  )
}

/** At its head, what has become of the total. */
function CorrectionNotice({ invoice: { corrections, bill } }: { invoice: InvoiceShown }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const last = corrections.at(-1)
  if (!last) return null
  const { gross } = afterRefunds(bill, corrections)
  const [before, after] = [bill.gross, gross].map((amount) => formatMoney(amount, language))
  const { day } = last
  return (
    <p className={gross === 0 ? 'banner bad' : 'banner'}>
      {t(gross === 0 ? 'order:corrected' : 'order:correctedInPart', { day, before, after })}
    </p>
  )
}

/** Line by line what each refund takes off, then the new total. */
function Corrections({ invoice: { corrections, bill } }: { invoice: InvoiceShown }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (corrections.length === 0) return null
  return (
    <>
      {corrections.map(({ day, ...correction }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a correction has no identity but its place, and never moves
        <section key={index}>
          <h2>{t('order:correctionOf', { day })}</h2>
          <OrderTable rows={refundRows(bill, correction, t, language).map(asPart)} />
        </section>
      ))}
      <section>
        <h2>{t('order:nowValid')}</h2>
        <OrderTable rows={correctedRows(bill, corrections, t, language)} />
      </section>
    </>
  )
}

/** The one total of an invoice is that which counts. */
function asPart(row: BillRow): BillRow {
  return row.kind === 'total' ? { ...row, kind: 'sum' } : row
}

function Customer({ invoice: { customer, email } }: { invoice: InvoiceShown }) {
  return (
    <p>
      {customer !== email && (
        <>
          {customer}
          <br />
        </>
      )}
      <AddressText text={email} />
    </p>
  )
}

function Seller({ seller }: { seller: Company }) {
  const { t } = useTranslation()
  const { name, street, postcode, city, email, phone, register } = seller
  const lines = [
    street,
    `${postcode} ${city}`,
    phone,
    email,
    // The number of a register stays in one piece.
    register && `${register.court}, ${register.number.replaceAll(' ', '\u00a0')}`,
    taxLine(seller, t),
  ]
  return (
    <address>
      <strong>{name}</strong>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>
          <AddressText text={`${line}`} />
        </span>
      ))}
    </address>
  )
}
