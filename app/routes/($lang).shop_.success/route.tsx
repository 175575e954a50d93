import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import { leadToPayment, proveIfAsked, readOwnOrder } from '~/http/shop/order-payment.server'
import { Invoice } from './invoice'
import { NoOrder } from './no-order'
import { showOrder } from './order-page.server'
import { OrderView } from './order-view'

export const handle: PageHandle = {
  page: 'order:page',
  sheet: 'order',
  ships: 'document',
  pays: true,
}

/** Who has the address has the order: it is told to no other site and kept by no cache. */
export const headers: HeadersFunction = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
})

/**
 * Safe to open again and again: the payment service is asked how the order stands, and what it says
 * is recorded. Coming here alone pays nothing; by the link in our e-mail it keeps the goods.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const proven = await proveIfAsked(context)
  if (proven) return proven
  const own = await readOwnOrder(context)
  if (!own) return data(null, { status: 404 })
  return data(showOrder(own, context))
}

/** Leads an unpaid order to its payment. */
export async function action({ context }: ActionFunctionArgs) {
  const own = await readOwnOrder(context)
  if (!own) return data(null, { status: 404 })
  return leadToPayment(own, context)
}

export default function OrderPage() {
  const page = useLoaderData<typeof loader>()
  return (
    <SiteLayout>
      {!page ? <NoOrder /> : page.invoice ? <Invoice page={page} /> : <OrderView page={page} />}
    </SiteLayout>
  )
}
