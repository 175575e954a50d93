import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ordersAddress } from '../($lang).dashboard.orders/address'
import type { OrdersPage } from './loader.server'

/** Beside an empty list, where an order would be: what comes next. A phone has no such place. */
export function Idle({ page: { query, counts } }: { page: OrdersPage }) {
  const { t } = useTranslation()
  const toDo = counts['to-send']
  const unpaid = counts['to-pay']
  const link = (list: OrdersPage['query']['list'], text: string) => (
    <AppLink to={ordersAddress({ list, q: '' })}>{text}</AppLink>
  )
  if (query.q) {
    return (
      <p className="empty">
        {t('orders:idle.notFound')} {link('all', t('orders:idle.all'))}
      </p>
    )
  }
  if (query.list !== 'to-send') {
    return (
      <p className="empty">
        {t(`orders:empty.${query.list}`)}{' '}
        {toDo > 0
          ? link('to-send', t('orders:toDoCount', { count: toDo }))
          : link('all', t('orders:idle.all'))}
      </p>
    )
  }
  return (
    <p className="empty">
      {t('orders:idle.done')}{' '}
      {unpaid > 0 ? (
        link('to-pay', t('orders:unpaid', { count: unpaid }))
      ) : (
        <>
          {t('orders:idle.comes')} <LocalizedLink to="/shop">{t('orders:start.see')}</LocalizedLink>
        </>
      )}
    </p>
  )
}
