import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { SiteLayout } from '~/components/site/site-layout'
import { leadToPayment, proveIfAsked, readOwnOrder } from '~/http/shop/order-payment.server'
import { NoOrder } from './no-order'
import { showOrder } from './order-page.server'
import { OrderView, OwnInvoice } from './order-view'

export const handle: PageHandle = {
  page: 'order:page',
  sheet: 'order',
  ships: { script: 'order' },
  pays: true,
}

/** The address opens the order: never in a referrer or cache. */
export const headers: HeadersFunction = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
})

/**
 * Safe to reload: asks the payment service and records its response. Opening it pays nothing; the
 * e-mail's link keeps the goods.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const proven = await proveIfAsked(context)
  if (proven) return proven
  const own = await readOwnOrder(context)
  if (!own) return data(null, { status: 404 })
  return data(showOrder(own, context))
}

export async function action({ context }: ActionFunctionArgs) {
  const own = await readOwnOrder(context)
  if (!own) return data(null, { status: 404 })
  return leadToPayment(own, context)
}

export default function OrderPage() {
  const page = useLoaderData<typeof loader>()
  return (
    <SiteLayout>
      {!page ? <NoOrder /> : page.invoice ? <OwnInvoice page={page} /> : <OrderView page={page} />}
      {page?.transfer && <PageScript />}
    </SiteLayout>
  )
}
