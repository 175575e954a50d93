import type { ReactNode } from 'react'
import { AddressText } from '~/components/site/address-text'
import type { Company } from '~/domain/legal/legal'
import type { Address } from '~/domain/shop/orders'
import { useTranslation } from '~/i18n/translation'
import { AddressLines } from './address-lines'
import type { Bill } from './bill'
import { InvoiceTable } from './invoice-table'
import { taxLine } from './tax-line'

export interface InvoiceShown {
  seller: Company
  sample: boolean
  number: number
  invoiceName: string
  orderedOn: string
  paidOn: string
  refundedOn?: string
  /** Partial refunds. */
  corrections: { amount: string; day: string }[]
  customer: string
  email: string
  address?: Address
  vatId?: string
  bill: Bill
}

/** The invoice, to be printed: all that § 14 UStG asks for, on one sheet. */
export function Invoice({ invoice, children }: { invoice: InvoiceShown; children?: ReactNode }) {
  const { t } = useTranslation()
  const { seller, address, number, invoiceName: name, paidOn, refundedOn, orderedOn } = invoice
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
      {invoice.corrections.map(({ amount, day }) => (
        <p className="banner" key={`${day} ${amount}`}>
          {t('order:correctedInPart', { amount, day })}
        </p>
      ))}
      {refundedOn && <p className="banner bad">{t('order:corrected', { day: refundedOn })}</p>}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <InvoiceTable bill={invoice.bill} />
      <p className="quiet">{t('order:delivered')}</p>
    </article>
  )
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
    register && `${register.court}, ${register.number}`,
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
