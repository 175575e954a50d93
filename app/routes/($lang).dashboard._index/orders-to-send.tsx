import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './loader.server'

/** For the shop's owner: the orders that wait longest to be sent, and the way to the rest. */
export function OrdersToSend({ page: { orders } }: { page: OverviewPage }) {
  const { t } = useTranslation()
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">{t('overview:ordersToSend')}</h2>
      <ul className="ledger">
        {orders.map(({ number, name, total, paidOn }) => (
          <li key={number}>
            <AppLink to={`/dashboard/orders?order=${number}`}>
              <span className="who">
                {number} · {name}
              </span>{' '}
              <span className="since">{total}</span>{' '}
              <span className="latest">
                {paidOn ? t('overview:paidOn', { day: paidOn }) : t('overview:paysOnPickup')}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      <p>
        <AppLink to="/dashboard/orders">{t('overview:allOrders')}</AppLink>
      </p>
    </section>
  )
}
