import { OrderTable } from '~/components/order-table'
import { useTranslation } from '~/i18n/translation'
import type { OrderShown } from './order-page.server'
import { AddressLines } from './order-view'

/** The invoice, to be printed: all that § 14 UStG asks for, on one sheet. */
export function Invoice({ page }: { page: OrderShown }) {
  const { t } = useTranslation()
  const { seller, address, number, invoiceName: name, paidOn } = page
  return (
    <article className="order invoice">
      <p className="no-print">
        <a href={page.links.own}>{t('order.back')}</a> · {t('order.print')}
      </p>
      <header>
        <address>
          <strong>{seller.name}</strong>
          <br />
          {seller.street}
          <br />
          {seller.postcode} {seller.city}
          <br />
          {seller.email}
          {seller.vatId && (
            <>
              <br />
              {t('order.vatId', { id: seller.vatId })}
            </>
          )}
        </address>
        {address ? <AddressLines address={address} /> : <p>{page.email}</p>}
      </header>
      <h1>{t('order.invoice', { name })}</h1>
      {page.sample && <p className="banner bad">{t('order.sample')}</p>}
      <p>
        {t('order.invoiceText', { number, ordered: page.orderedAt, paid: paidOn })}
        {page.state === 'refunded' && ` ${t('order.text.refunded')}`}
      </p>
      <OrderTable bill={page.bill} />
      <p className="quiet">{t('order.delivered')}</p>
    </article>
  )
}
