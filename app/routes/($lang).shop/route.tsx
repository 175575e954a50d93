import { useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { Pause } from '~/components/shop/pause'
import { draftId, type PageHandle } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import type { RootData } from '~/components/site/session'
import { useSite } from '~/components/site/session'
import { SiteLayout } from '~/components/site/site-layout'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import { Checkout } from './checkout/checkout'
import { Item } from './item'
import type { ShopPage } from './loader.server'
import { Receipt } from './receipt'
import { ShelfView } from './shelf'
import { Shipping } from './shipping'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'shop:page',
  stylesheet: 'shop',
  scripts: 'none',
  indexed: true,
  allows: ['payment'],
  details: (data, t) => {
    const { checkout, about, item, state } = (data as ShopPage | undefined) ?? {}
    if (checkout) {
      return { scripts: 'checkout', about: { title: t('checkout:heading') }, draftForm: draftId }
    }
    const isShelf = state && state.kind !== 'closed' && !item
    return { scripts: isShelf ? 'shop' : undefined, about }
  },
}

export default function Shop() {
  const page = useLoaderData() as ShopPage
  const answer = useForm()
  const origin = (useRouteLoaderData('root') as RootData | undefined)?.origin ?? ''
  const { state, item } = page
  // A refused order or product says so itself.
  const pause = !answer?.errors.form && <Pause state={state} />
  if (page.checkout) {
    return (
      <SiteLayout>
        {pause}
        <Checkout page={page.checkout} shop={page} />
      </SiteLayout>
    )
  }
  if (state.kind === 'closed') {
    return (
      <SiteLayout>
        <Closed />
      </SiteLayout>
    )
  }
  return (
    <SiteLayout>
      {pause}
      <FormProblem answer={answer} />
      <div className="shop">
        <div>
          {item ? <Item shown={item} page={page} origin={origin} /> : <ShelfView page={page} />}
          <CartBar page={page} />
        </div>
        <Receipt page={page} />
        <Shipping page={page} />
      </div>
      <PageScript />
    </SiteLayout>
  )
}

/** The receipt may be out of sight: shows what the goods cost, without shipping, and leads there. */
function CartBar({ page: { cart } }: { page: ShopPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const count = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count === 0) return null
  return (
    <a className="cart-bar" href="#receipt">
      <span>
        {t('shop:bar', { count })} · <strong>{formatMoney(cart.totals.goods, language)}</strong>
      </span>{' '}
      <u>{t('shop:toCart')}</u>
    </a>
  )
}

function Closed() {
  const { t } = useTranslation()
  return (
    <div className="closed">
      <h1>{t('shop:closed')}</h1>
      <p className="lead">{t('shop:closedText')}</p>
      {useSite().answers && (
        <p>
          <LocalizedLink to="/chat" className="button">
            {t('shop:ask')}
          </LocalizedLink>
        </p>
      )}
    </div>
  )
}
