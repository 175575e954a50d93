import { data, type LoaderFunctionArgs } from '@remix-run/node'
import type { ChangedCart } from '~/components/shop/cart-changes'
import { titlesOf } from '~/domain/shop/shelf'
import type { ShopState } from '~/domain/site/opening'
import { readShopState } from '~/http/shop/opening.server'
import { type CheckoutPage, readCheckout } from './checkout-page.server'

export interface Till {
  state: ShopState
  cart: ChangedCart
  /** Absent with an empty cart, and while the shop is closed. */
  checkout?: CheckoutPage
}

export async function loader({ context }: LoaderFunctionArgs) {
  const [state, { page, priced, shelf }] = await Promise.all([
    readShopState(context),
    readCheckout(context),
  ])
  const { changes, lines } = priced
  const isOpen = state.kind !== 'closed'
  const till: Till = {
    state,
    cart: {
      changes,
      titles: titlesOf(
        shelf,
        changes.map(({ productId }) => productId),
      ),
    },
    checkout: isOpen && lines.length > 0 ? page : undefined,
  }
  const headers = { 'Cache-Control': 'private, no-store' }
  return data(till, { status: isOpen ? 200 : 503, headers })
}
