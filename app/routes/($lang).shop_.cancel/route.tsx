import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { useCurrentUrl } from '~/components/site/current-url'
import type { PageHandle } from '~/components/site/page'
import { useSendsNoLetters } from '~/components/site/session'
import { SiteLayout } from '~/components/site/site-layout'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { isUnpaid } from '~/domain/shop/order-payment'
import { cancelOrder } from '~/domain/shop/order-work'
import { writeCart } from '~/http/cookies/cart.server'
import { noForms } from '~/http/forms/bound-forms.server'
import { type ActionResult, formAction } from '~/http/forms/form-action.server'
import { newFormKey } from '~/http/forms/key.server'
import { orderPath } from '~/http/links/order-link.server'
import { redirectTo } from '~/http/responses/redirect'
import { customerOrder, type OwnOrder, readOwnOrder } from '~/http/shop/order-payment.server'
import { localizedPath } from '~/i18n/addresses'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export { secretPageHeaders as headers } from '~/http/responses/page-headers'

export const handle: PageHandle = {
  page: 'order:cancelPage',
  stylesheet: 'plain',
  scripts: 'none',
  allows: ['payment'],
}

/** Where the payment service leads customers who turn back; opening it cancels nothing. */
export async function loader({ context }: LoaderFunctionArgs) {
  const own = await readOwnOrder(context)
  const url = context.url
  const language = context.language
  if (!own) return data(null, { status: 404 })
  const { number, state, email } = own.order
  const path = localizedPath(orderPath(own.secret), language)
  const unpaid = isUnpaid(own.order)
  if (!unpaid && state !== 'cancelled') return redirectTo(path)
  return data({ number, email, unpaid, path, silent: url.searchParams.has('silent') })
}

export const action = formAction(customerOrder, ({ order, secret }) =>
  order && secret
    ? { '': { run: (_, { context }) => cancel({ order, secret }, context) } }
    : noForms(404),
)

async function cancel(
  { order, secret }: Pick<OwnOrder, 'order' | 'secret'>,
  context: AppLoadContext,
): Promise<ActionResult> {
  const here = localizedPath(orderPath(secret, 'cancel'), context.language)
  const { services, now } = context
  const siteDesk = (await findSiteDesk(services))?.id
  const done = await cancelOrder(services, { id: order.id }, { customer: true, siteDesk }, now())
  if (done.kind === 'unreachable') return { to: `${here}&silent` }
  if (done.kind !== 'moved') return { to: here }
  const lines = done.order.lines.map(({ productId, quantity, price }) => {
    return { productId, quantity, price }
  })
  return { to: here, cookies: [writeCart(context, { lines, checkoutKey: newFormKey() })] }
}

export default function Cancel() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const own = useCurrentUrl()
  const answer = useForm()
  const sendsNoLetters = useSendsNoLetters()
  return (
    <SiteLayout>
      <article className="order">
        <FormProblem answer={answer} />
        {!page ? (
          <>
            <header>
              <h1>{t('order:unknown')}</h1>
              <p className="lead">
                {t(sendsNoLetters ? 'order:unmailed.lost' : 'order:unknownText')}
              </p>
            </header>
            <p>
              <LocalizedLink to="/shop/success">{t('order:lost.link')}</LocalizedLink>
            </p>
          </>
        ) : page.unpaid ? (
          <>
            <header>
              <p className="quiet">{t('order:number', { number: page.number })}</p>
              <h1>{t('order:cancel.heading')}</h1>
              <p className="lead">{t('order:cancel.text')}</p>
              {page.silent && (
                <p className="banner bad" role="alert">
                  {t('order:silent')}
                </p>
              )}
            </header>
            <div className="deeds">
              <form method="post" action={own}>
                <button className="button danger">{t('order:cancel.button')}</button>
              </form>
              <a className="button second" href={page.path}>
                {t('order:cancel.back')}
              </a>
            </div>
          </>
        ) : (
          <>
            <header>
              <p className="quiet">{t('order:number', { number: page.number })}</p>
              <h1>{t('order:cancel.done')}</h1>
              <p className="lead">
                {t('order:cancel.doneText')}{' '}
                {!sendsNoLetters && (
                  <AddressText text={t('order:cancel.mailed', { email: page.email })} />
                )}
              </p>
            </header>
            <p>
              <LocalizedLink to="/shop#receipt" className="button">
                {t('order:cancel.toCart')}
              </LocalizedLink>
            </p>
          </>
        )}
      </article>
    </SiteLayout>
  )
}
