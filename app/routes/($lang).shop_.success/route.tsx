import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { draftId, type PageHandle } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { SiteLayout } from '~/components/site/site-layout'
import { type Forms, formAction, noForms } from '~/http/forms/form-action.server'
import { orderPath } from '~/http/links/order-link.server'
import { redirectTo } from '~/http/responses/redirect'
import {
  confirmOrder,
  customerOrder,
  leadToPayment,
  readOwnOrder,
  usableProof,
} from '~/http/shop/order-payment.server'
import { localizedPath } from '~/i18n/addresses'
import { type LostShown, resendForm, showLost } from './lost.server'
import { LostOrder } from './lost-order'
import { type OrderShown, showOrder } from './order-page.server'
import { OrderView, OwnInvoice } from './order-view'

export { secretPageHeaders as headers } from '~/http/responses/page-headers'

export const handle: PageHandle = {
  page: 'order:page',
  stylesheet: 'plain',
  scripts: 'order',
  allows: ['payment'],
  details: (data, t) => {
    const { invoice, number, lost } = (data as Partial<OrderShown & LostShown> | undefined) ?? {}
    if (lost === 'sent') return {}
    if (lost) return { draftForm: draftId, draftIntent: 'resend' }
    if (invoice) return { about: { title: t('order:invoice', { name: invoice.invoiceName }) } }
    return number === undefined ? {} : { about: { title: t('order:number', { number }) } }
  },
}

/** GET changes nothing: e-mail scanners open links before people do. */
export async function loader({ context }: LoaderFunctionArgs) {
  const own = await readOwnOrder(context)
  if (!own) {
    const page: OrderShown | LostShown = showLost(context)
    return data(page, { status: page.lost === 'unknown' ? 404 : 200 })
  }
  const proof = usableProof(own, context)
  const { pathname, search } = context.url
  const query = new URLSearchParams(search)
  if (proof === undefined && query.has('proof')) {
    query.delete('proof')
    return redirectTo(`${pathname}?${query}`)
  }
  const page: OrderShown | LostShown = await showOrder(own, context, proof)
  return data(page)
}

export const action = formAction(customerOrder, ({ order, secret }, context) => {
  if (!order || !secret) {
    const forms: Forms<object> = { ...noForms(404), resend: resendForm }
    return forms
  }
  const own = { order, secret }
  const pay = () => leadToPayment(own, context)
  const proven = usableProof(own, context) !== undefined
  return {
    '': { run: pay },
    // Confirming again, or with a link that no longer counts, shows how the order stands.
    confirm: {
      run: () =>
        proven
          ? confirmOrder(own, context)
          : { to: localizedPath(orderPath(secret), context.language) },
    },
  }
})

export default function OrderPage() {
  const page = useLoaderData() as OrderShown | LostShown
  return (
    <SiteLayout>
      {'lost' in page ? (
        <LostOrder page={page} />
      ) : page.invoice ? (
        <OwnInvoice page={page} />
      ) : (
        <OrderView page={page} />
      )}
      {!('lost' in page) && (page.transfer || page.invoice) && <PageScript />}
    </SiteLayout>
  )
}
