import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './loader.server'

/** For the shop's owner: the orders that wait longest to be sent, unpaid ones, and the way to the rest. */
export function Orders({ page: { orders } }: { page: OverviewPage }) {
  const { t } = useTranslation()
  const { toSend, unpaid } = orders
  if (toSend.length + unpaid === 0) return null
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">{t(toSend.length > 0 ? 'overview:ordersToSend' : 'overview:orders')}</h2>
      {toSend.length > 0 && (
        <ul className="ledger">
          {toSend.map(({ number, name, total, paidOn, refundDue }) => (
            <li key={number}>
              <AppLink to={`/dashboard/orders?order=${number}`}>
                <span className="who">
                  {number} · {name}
                </span>{' '}
                <span className="since">{total}</span>{' '}
                <span className="latest">
                  {paidOn ? t('overview:paidOn', { day: paidOn }) : t('overview:paysOnPickup')}
                  {refundDue && <span className="since long"> · {t('overview:refundDue')}</span>}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      <p className="deeds">
        {unpaid > 0 && (
          <AppLink to="/dashboard/orders?list=to-pay">
            {t('overview:unpaid', { count: unpaid })}
          </AppLink>
        )}{' '}
        {toSend.length > 0 && <AppLink to="/dashboard/orders">{t('overview:allOrders')}</AppLink>}
      </p>
    </section>
  )
}
