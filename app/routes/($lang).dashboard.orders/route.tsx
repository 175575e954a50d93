import { useLoaderData } from '@remix-run/react'
import { useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import type { PageHandle } from '~/components/site/page'
import { useTranslation } from '~/i18n/translation'
import type { OrdersPage } from './loader.server'
import { Order } from './order'
import { OrderList } from './order-list'
import { PrintSheet } from './print-sheet'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'orders:page',
  i18n: ['orders', 'order'],
  stylesheet: 'desk',
  scripts: 'react',
  live: true,
}

export default function Orders() {
  const { t } = useTranslation()
  const page = useLoaderData() as OrdersPage
  useProblemFocus(useForm())
  const { order, print, asked } = page
  if (print && order) return <PrintSheet page={page} order={order} sheet={print} />
  return (
    <div className={asked === undefined ? 'desk-tickets' : 'desk-tickets one'}>
      <OrderList page={page} />
      {order ? (
        <Order key={order.number} page={page} order={order} />
      ) : (
        <div className="ticket">
          {asked !== undefined && <p className="empty">{t('orders:unknown', { number: asked })}</p>}
        </div>
      )}
    </div>
  )
}
