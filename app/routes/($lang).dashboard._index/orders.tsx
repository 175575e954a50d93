import type { TFunction } from 'i18next'
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
          {toSend.map(({ number, name, total, listed, ...order }) => {
            const paid = paidText(order, t)
            const due = dueText(listed, t)
            return (
              <li key={number}>
                <AppLink to={`/dashboard/orders?order=${number}`}>
                  <span className="who">
                    {number} · {name}
                  </span>{' '}
                  <span className="since">{total}</span>{' '}
                  <span className="latest">
                    {paid}
                    {paid && due && ' · '}
                    {due && <span className="since long">{due}</span>}
                  </span>
                </AppLink>
              </li>
            )
          })}
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

type Line = OverviewPage['orders']['toSend'][number]

function paidText({ paidOn, paysOnPickup }: Pick<Line, 'paidOn' | 'paysOnPickup'>, t: TFunction) {
  if (paidOn) return t('overview:paidOn', { day: paidOn })
  return paysOnPickup ? t('overview:paysOnPickup') : ''
}

function dueText(listed: Line['listed'], t: TFunction) {
  if (listed === 'to-accept') return t('overview:toAccept')
  if (listed === 'refund-due') return t('overview:refundDue')
  return listed === 'withdrawn' ? t('overview:withdrawn') : ''
}
