import { type ShouldRevalidateFunction, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { type PageHandle, type PageSubject, titleWithin } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ordersAddress } from '../($lang).dashboard.orders/address'
import type { ListPage } from '../($lang).dashboard.orders/loader.server'
import { Idle } from './idle'
import type { OrderPage, OrdersPage } from './loader.server'
import { NoOrders } from './no-orders'
import { Order } from './order'
import { OrderList } from './order-list'
import { PrintPage } from './print-page'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from '../($lang).dashboard.orders/actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'orders:page',
  i18n: ['orders', 'order'],
  stylesheet: 'desk',
  scripts: 'react',
  live: ['orders'],
  details: (page, t) => ({ about: subjectOf(page as OrderPage | undefined, t) }),
}

function subjectOf(page: OrderPage | undefined, t: TFunction): PageSubject | undefined {
  const { asked, order, print, query } = page ?? {}
  if (order && print) {
    const invoiceName = print === 'invoice' ? order.invoiceName : undefined
    const name = invoiceName ? t('orders:invoice', { name: invoiceName }) : t('orders:packingSlip')
    return titleWithin(t, 'orders:page', name, String(order.number))
  }
  if (order && asked) return titleWithin(t, 'orders:page', `${order.number} · ${order.name}`)
  if (query?.q) return titleWithin(t, 'orders:page', query.q)
  if (!query || query.list === 'to-send') return undefined
  return titleWithin(t, 'orders:page', t(`orders:listNames.${query.list}`))
}

/** The list and the order beside it, each as its own loader last read it. */
function useOrdersPage(): OrdersPage {
  const list = useRouteLoaderData('routes/($lang).dashboard.orders') as ListPage
  return { ...list, ...(useLoaderData() as OrderPage) }
}

/** After a conflict the order is out of date. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate || actionStatus === 409

export default function Orders() {
  const { t } = useTranslation()
  const page = useOrdersPage()
  useProblemFocus(useForm())
  const { order, print, asked } = page
  if (print && order?.sheet) {
    return <PrintPage page={page} order={order} sheet={order.sheet} kind={print} />
  }
  if (page.counts.all === 0 && asked === undefined) return <NoOrders page={page} />
  return (
    <div className={asked === undefined ? 'desk-tickets' : 'desk-tickets one'}>
      <OrderList page={page} />
      {order ? (
        <Order key={order.number} page={page} order={order} />
      ) : (
        <div className="ticket">
          {asked === undefined ? (
            <Idle page={page} />
          ) : (
            <>
              <AppLink className="back" to={ordersAddress(page.query)}>
                ← {t('orders:back')}
              </AppLink>
              <p className="empty">{t('orders:unknown', { number: asked })}</p>
            </>
          )}
        </div>
      )}
    </div>
  )
}
