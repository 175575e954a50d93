import { OrderLedger } from '~/components/shop/order-ledger'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './overview-page.server'

export function OwnOrders({ page: { orders } }: { page: OverviewPage }) {
  const { t } = useTranslation()
  if (orders.lines.length === 0) return null
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">{t('orders:heading')}</h2>
      <OrderLedger lines={orders.lines} />
      {orders.next && (
        <p>
          <AppLink to="/dashboard/settings?section=orders">{t('orders:all')}</AppLink>
        </p>
      )}
    </section>
  )
}
