import { OrderLedger } from '~/components/shop/order-ledger'
import type { WordsHandle } from '~/components/site/page'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { sectionAddress } from '../sections'
import type { Pages } from '../sections.server'

export const handle: WordsHandle = { i18n: ['orders'] }

export function Orders({ page: { lines, next, later } }: { page: Pages['orders'] }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="orders-heading">
      <h2 id="orders-heading">{t('orders:heading')}</h2>
      {lines.length > 0 && <OrderLedger lines={lines} />}
      {lines.length === 0 && (
        <p>
          {t('orders:none')} <LocalizedLink to="/shop">{t('orders:toShop')}</LocalizedLink>
        </p>
      )}
      {(later || next) && (
        <p className="deeds">
          {later && <AppLink to={sectionAddress('orders')}>{t('orders:newest')}</AppLink>}
          {next && (
            <AppLink to={`${sectionAddress('orders')}&before=${next}`}>
              {t('orders:earlier')}
            </AppLink>
          )}
        </p>
      )}
    </section>
  )
}
