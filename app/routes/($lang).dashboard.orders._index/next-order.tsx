import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ordersAddress } from '../($lang).dashboard.orders/address'
import type { OrdersPage } from './loader.server'
import type { ShownOrder } from './order.server'

interface Props {
  page: OrdersPage
  order: ShownOrder
}

/** Of those to do, the one that has waited longest. */
export function NextOrder({ page: { query, lines }, order }: Props) {
  const { t } = useTranslation()
  const next = query.list === 'to-send' && lines.find(({ number }) => number !== order.number)
  if (!next) return null
  const { number, name } = next
  return (
    <AppLink to={ordersAddress(query, { order: number })}>
      {t('orders:nextOrder', { number, name })}
    </AppLink>
  )
}
