import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { ShelfSearch } from '~/components/shop/shelf-search'
import type { PageHandle } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { SiteLayout } from '~/components/site/site-layout'
import { formAction, noForms } from '~/http/forms/form-action.server'
import {
  customerOrder,
  leadToPayment,
  proveIfAsked,
  readOwnOrder,
} from '~/http/shop/order-payment.server'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { showOrder } from './order-page.server'
import { OrderView, OwnInvoice } from './order-view'

export { secretPageHeaders as headers } from '~/http/responses/page-headers'

export const handle: PageHandle = {
  page: 'order:page',
  sheet: 'order',
  ships: { script: 'order' },
  pays: true,
}

/** Safe to reload: asks the payment service and records its response. */
export async function loader({ context }: LoaderFunctionArgs) {
  const proven = await proveIfAsked(context)
  if (proven) return proven
  const own = await readOwnOrder(context)
  if (!own) return data(null, { status: 404 })
  return data(await showOrder(own, context))
}

export const action = formAction(customerOrder, ({ order, secret }, context) =>
  order && secret ? { '': { run: () => leadToPayment({ order, secret }, context) } } : noForms(404),
)

export default function OrderPage() {
  const page = useLoaderData<typeof loader>()
  return (
    <SiteLayout>
      <FormProblem answer={useForm()} />
      {!page ? <NoOrder /> : page.invoice ? <OwnInvoice page={page} /> : <OrderView page={page} />}
      {page?.transfer && <PageScript />}
    </SiteLayout>
  )
}

function NoOrder() {
  const { t } = useTranslation()
  return (
    <article className="order">
      <div>
        <h1>{t('order:unknown')}</h1>
        <p className="lead">{t('order:unknownText')}</p>
      </div>
      <ShelfSearch />
      <p>
        <LocalizedLink to="/shop">{t('order:toShop')}</LocalizedLink> ·{' '}
        <LocalizedLink to="/chat">{t('shop:ask')}</LocalizedLink>
      </p>
    </article>
  )
}
