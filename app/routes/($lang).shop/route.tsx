import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useActionData, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/components/site/page'
import type { RootData } from '~/components/site/session'
import { SiteLayout } from '~/components/site/site-layout'
import { shopIsOpen } from '~/domain/legal/legal'
import { readForm } from '~/http/forms/forms.server'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import { changeCart } from './cart-deeds.server'
import { Checkout } from './checkout/checkout'
import { placeFromForm } from './checkout/place.server'
import { Closed } from './closed'
import { Item } from './item'
import { Receipt } from './receipt'
import { ShelfView } from './shelf'
import { Shipping } from './shipping'
import { readShopPage, type ShopPage } from './shop-page.server'

export const handle: PageHandle = {
  page: 'shop:page',
  sheet: 'shop',
  ships: 'document',
  indexed: true,
  pays: true,
  about: (page) => (page as ShopPage | undefined)?.about,
}

/** Without a cart the page is the same for everybody and may be kept briefly. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const retryAfter = actionHeaders.get('Retry-After')
  const all = new Headers(loaderHeaders)
  if (retryAfter) all.set('Retry-After', retryAfter)
  return all
}

/** Seconds by which stock may be out of date. */
const keptFor = 10

export async function loader({ context }: LoaderFunctionArgs) {
  const page = await readShopPage(context)
  const empty = page.cart.lines.length === 0 && page.cart.changes.length === 0
  return data(page, {
    status: page.open ? (page.missing ? 404 : 200) : 503,
    headers: empty
      ? { 'Surrogate-Control': `max-age=${keptFor}` }
      : { 'Cache-Control': 'private, no-store' },
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services, config } = context
  if (!shopIsOpen(services.legal, config.mode)) return data(null, { status: 503 })
  const form = await readForm(request)
  return context.url.searchParams.has('checkout')
    ? placeFromForm(form, context)
    : changeCart(form, context)
}

export default function Shop() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? undefined
  const origin = (useRouteLoaderData('root') as RootData | undefined)?.origin ?? ''
  const { open, item, smallBusiness, cart } = page
  if (page.checkout) {
    return (
      <SiteLayout>
        <Checkout
          page={page.checkout}
          cart={cart}
          answer={answer && 'checkout' in answer ? answer : undefined}
        />
      </SiteLayout>
    )
  }
  const deed = answer && 'deed' in answer ? answer : undefined
  if (!open) {
    return (
      <SiteLayout>
        <Closed />
      </SiteLayout>
    )
  }
  return (
    <SiteLayout>
      <div className="shop">
        <div>
          {item ? (
            <Item
              shown={item}
              smallBusiness={smallBusiness}
              origin={origin}
              answer={deed?.deed === 'add' ? deed : undefined}
            />
          ) : (
            <ShelfView page={page} />
          )}
          <CartBar page={page} />
        </div>
        <Receipt cart={cart} smallBusiness={smallBusiness} answer={deed} />
        <Shipping page={page} />
      </div>
    </SiteLayout>
  )
}

/** On a phone the receipt is below the shelf: shows the total and leads there. */
function CartBar({ page: { cart } }: { page: ShopPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const count = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count === 0) return null
  return (
    <a className="cart-bar" href="#receipt">
      <span>{t('shop:bar', { count })}</span>{' '}
      <strong>{formatMoney(cart.totals.gross, language)}</strong>
    </a>
  )
}
