import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { draftId, type PageHandle } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { SiteLayout } from '~/components/site/site-layout'
import { noForms } from '~/http/forms/bound-forms.server'
import { type Forms, formAction } from '~/http/forms/form-action.server'
import { orderPath } from '~/http/links/order-link.server'
import {
  confirmOrder,
  customerOrder,
  leadToPayment,
  mayConfirm,
  readOwnOrder,
} from '~/http/shop/order-payment.server'
import { localizedPath } from '~/i18n/addresses'
import { type LostShown, resendForm, showLost } from './lost.server'
import { LostOrder } from './lost-order'
import { againForm, mailboxForm } from './mailbox.server'
import { type OrderShown, showOrder } from './order-page.server'
import { OrderView, OwnInvoice } from './order-view'

export { secretPageHeaders as headers } from '~/http/responses/page-headers'

export const handle: PageHandle = {
  page: 'order:page',
  stylesheet: 'plain',
  scripts: 'order',
  allows: ['payment'],
  details: (data, t) => {
    const shown = (data as Partial<OrderShown & LostShown> | undefined) ?? {}
    const { invoice, number, lost, mailbox } = shown
    if (lost === 'sent') return {}
    if (lost) return { draftForm: draftId, draftIntent: 'resend' }
    if (invoice) return { about: { title: t('order:invoice', { name: invoice.invoiceName }) } }
    return {
      ...(number !== undefined && { about: { title: t('order:number', { number }) } }),
      ...(mailbox?.changes && { draftForm: draftId, draftIntent: 'mailbox' }),
    }
  },
}

/** GET changes nothing: e-mail scanners open links before people do. */
export async function loader({ context }: LoaderFunctionArgs) {
  const own = await readOwnOrder(context)
  if (!own) {
    const page: OrderShown | LostShown = showLost(context)
    return data(page, { status: page.lost === 'unknown' ? 404 : 200 })
  }
  const page: OrderShown | LostShown = await showOrder(own, context)
  return data(page)
}

export const action = formAction(customerOrder, ({ order, secret, mailed = false }, context) => {
  if (!order || !secret) {
    const forms: Forms<object> = { ...noForms(404), resend: resendForm }
    return forms
  }
  const own = { order, secret, mailed }
  const forms: Forms<object> = {
    '': { run: () => leadToPayment(own, context) },
    // Confirming again, or with a link that does not count, shows how the order stands.
    confirm: {
      run: () =>
        mayConfirm(own, context)
          ? confirmOrder(own, context)
          : { to: localizedPath(orderPath(secret), context.language) },
    },
  }
  return mailed ? forms : { ...forms, again: againForm(own), mailbox: mailboxForm(own) }
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
