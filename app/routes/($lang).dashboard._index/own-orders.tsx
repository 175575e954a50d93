import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './overview-page.server'

/** What the owner has ordered in the shop, each line leading to the order's own page. */
export function OwnOrders({ page }: { page: OverviewPage }) {
  const { t } = useTranslation()
  if (page.orders.length === 0) return null
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">{t('orders.heading')}</h2>
      <ul className="ledger">
        {page.orders.map(({ number, state, orderedAt, total, address }) => (
          <li key={number}>
            <LocalizedLink to={address}>
              <span className="who">{t('orders.number', { number })}</span>
              <span className="since">{total}</span>
              <span className="latest">
                {t(`orders.states.${state}`)} · {orderedAt}
              </span>
            </LocalizedLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
