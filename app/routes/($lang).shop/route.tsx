import { useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { Closed } from '~/components/shop/closed'
import { Pause } from '~/components/shop/pause'
import type { PageHandle } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import type { RootData } from '~/components/site/session'
import { SiteLayout } from '~/components/site/site-layout'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
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
  details: (data) => {
    const { about, item, state, cart } = (data as ShopPage | undefined) ?? {}
    if (!state || state.kind === 'closed') return { about }
    return { scripts: cart?.lines.length ? 'cart' : item ? undefined : 'shop', about }
  },
}

export default function Shop() {
  const page = useLoaderData() as ShopPage
  const answer = useForm()
  const origin = (useRouteLoaderData('root') as RootData | undefined)?.origin ?? ''
  const { state, item } = page
  if (state.kind === 'closed') {
    return (
      <SiteLayout>
        <Closed />
      </SiteLayout>
    )
  }
  return (
    <SiteLayout>
      {/* A refused product says so itself. */}
      {!answer?.errors.form && <Pause state={state} />}
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
