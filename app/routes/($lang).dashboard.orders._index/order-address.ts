import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { ordersAddress } from '../($lang).dashboard.orders/address'
import type { OrdersPage } from './loader.server'
import type { ShownOrder } from './order.server'

/** The form of the next step, for the button that a phone keeps at its bottom edge. */
export const stepForm = 'step'

export interface OrderProps {
  page: OrdersPage
  order: ShownOrder
}

export function useOrderAddress({ page, order }: OrderProps): string {
  const language = useLanguage()
  return localizedPath(ordersAddress(page.query, { order: order.number }), language)
}
