import { OrderTable } from '~/components/shop/order-table'
import { countryName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { OrderShown } from './order-page.server'
import { TransferSlip } from './transfer-slip'

export function OrderView({ page }: { page: OrderShown }) {
  const { t } = useTranslation()
  const { number, state, unpaid, transfer, links, address, reservation } = page
  const waiting = state === 'created' || state === 'awaiting-payment'
  const headed = waiting ? (transfer ? 'transfer' : 'unpaid') : state
  return (
    <article className="order">
      <header>
        <p className="quiet">{t('order:number', { number })}</p>
        <h1>{t(`order:heading.${headed}`)}</h1>
        <p className="lead">
          {t(`order:text.${headed}`, { until: page.payableUntil, email: page.email })}
        </p>
        {reservation && (
          <p className="banner" role="status">
            {t(`order:reservation.${reservation.kind}`, {
              until: 'until' in reservation ? reservation.until : '',
              email: page.email,
            })}
          </p>
        )}
        {page.silent && (
          <p className="banner bad" role="alert">
            {t('order:silent')}
          </p>
        )}
      </header>
      {transfer && <TransferSlip rows={transfer.rows} code={transfer.code} />}
      {page.payable && !transfer && (
        <form method="post" action={links.own}>
          <button className="button">{t('order:pay')}</button>
        </form>
      )}
      <section aria-labelledby="bill">
        <h2 id="bill">{t('order:bill')}</h2>
        <p className="quiet">{t('order:of', { time: page.orderedAt })}</p>
        <OrderTable bill={page.bill} />
      </section>
      {address && (
        <section aria-labelledby="address">
          <h2 id="address">{t('order:sentTo')}</h2>
          <AddressLines address={address} />
        </section>
      )}
      <p className="deeds">
        {page.invoiceName && (
          <a className="button second" href={links.invoice}>
            {t('order:showInvoice')}
          </a>
        )}
        {unpaid && <a href={links.cancel}>{t('order:toCancel')}</a>}
      </p>
      <p className="quiet no-print">{t('order:link')}</p>
    </article>
  )
}

export function AddressLines({ address }: { address: NonNullable<OrderShown['address']> }) {
  const language = useLanguage()
  const { name, street, postcode, city, country } = address
  return (
    <address>
      {name}
      <br />
      {street}
      <br />
      {postcode} {city}, {countryName(country, language)}
    </address>
  )
}
