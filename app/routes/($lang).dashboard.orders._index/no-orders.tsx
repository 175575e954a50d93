import { useManages } from '~/components/forms/desk-form'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OrdersPage } from './loader.server'

/** Shown until somebody has ordered: the one thing to do next. */
export function NoOrders({ page: { opened } }: { page: OrdersPage }) {
  const { t } = useTranslation()
  const manages = useManages()
  return (
    <div className="rooms stack">
      <h1>{t('orders:heading')}</h1>
      <p>{t(opened ? 'orders:start.opened' : 'orders:start.closed')}</p>
      <div className="deeds">
        {manages && !opened && (
          <AppLink className="button" to="/dashboard/company#opening">
            {t('orders:start.open')}
          </AppLink>
        )}
        {opened && (
          <LocalizedLink className="button" to="/shop">
            {t('orders:start.see')}
          </LocalizedLink>
        )}
      </div>
    </div>
  )
}
