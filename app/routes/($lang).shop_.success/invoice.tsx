import { OrderTable } from '~/components/shop/order-table'
import type { Company } from '~/domain/legal/legal'
import { useTranslation } from '~/i18n/translation'
import type { OrderShown } from './order-page.server'
import { AddressLines } from './order-view'

/** With everything that § 14 UStG requires, for printing. */
export function Invoice({ page }: { page: OrderShown }) {
  const { t } = useTranslation()
  const { seller, address, number, invoiceName: name, paidOn, refundedOn } = page
  const facts = [
    [t('order:invoiceNumber'), name],
    [t('order:invoiceDate'), paidOn],
    [t('order:invoiceFor'), t('order:numberOf', { number, time: page.orderedOn })],
    [t('order:paidOn'), paidOn],
  ]
  return (
    <article className="order invoice">
      <p className="no-print">
        <a href={page.links.own}>{t('order:back')}</a> · {t('order:print')}
      </p>
      <header>
        <div>
          <p className="sender">
            {seller.name} · {seller.street} · {seller.postcode} {seller.city}
          </p>
          {address ? <AddressLines address={address} /> : <p>{page.email}</p>}
        </div>
        <Seller seller={seller} />
      </header>
      <h1>{t('order:invoice', { name })}</h1>
      {page.sample && <p className="banner bad">{t('order:sample')}</p>}
      {refundedOn && <p className="banner bad">{t('order:corrected', { day: refundedOn })}</p>}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <OrderTable bill={page.bill} />
      <p className="quiet">{t('order:delivered')}</p>
    </article>
  )
}

function Seller({ seller }: { seller: Company }) {
  const { t } = useTranslation()
  const { name, street, postcode, city, email, phone, register, vatId } = seller
  const lines = [
    street,
    `${postcode} ${city}`,
    phone,
    email,
    register && `${register.court}, ${register.number}`,
    vatId && t('order:vatId', { id: vatId }),
  ]
  return (
    <address>
      <strong>{name}</strong>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}
