import type { AppLoadContext } from '@remix-run/node'
import type { Bill } from '~/components/shop/order-sheet'
import { type Cart, type PricedCart, priceCart, type Totals, totalsOf } from '~/domain/shop/carts'
import { needsDesk, orderLines } from '~/domain/shop/checkout'
import { seenOf } from '~/domain/shop/checkout-changes'
import type { CheckoutNeeds } from '~/domain/shop/checkout-input'
import { type PaymentMethod, paymentMethods } from '~/domain/shop/orders'
import { declaredStock, readShelf, type Shelf } from '~/domain/shop/shelf'
import { readCart } from '~/http/cookies/cart.server'
import { sealCheckoutKey } from '~/http/links/order-link.server'
import { readSession } from '~/http/sessions/session.server'

export interface CheckoutPage extends Omit<CheckoutNeeds, 'countries'> {
  /** Sealed; everything sent with it is one order. */
  key: string
  seen: string
  bill: Bill
  shipped: boolean
  /** With the cost of shipping there. */
  countries: { code: string; shipping: number }[]
  country?: string
  deskNeeded: boolean
  email?: string
}

export interface CheckoutState {
  shelf: Shelf
  declared: Record<string, number>
  cart: Cart
  priced: PricedCart
  totals: Totals
  needs: CheckoutNeeds
  page: CheckoutPage
}

/** At today's prices, shipped to `country` or the first there is. */
export async function readCheckout(
  context: AppLoadContext,
  country?: string,
): Promise<CheckoutState> {
  const { services, config, now } = context
  const shelf = await readShelf(services, now())
  const { catalogue, left } = shelf
  const cart = readCart(context)
  const priced = priceCart(cart, catalogue, left)
  const all = catalogue.shipping.flatMap(({ countries }) => countries)
  const countries = priced.shipped ? all : []
  const to = countries.find((each) => each === country) ?? countries[0]
  const totals = totalsOf(priced, catalogue, to)
  const session = await readSession(context)
  const needs = { methods: offered(services.payments), countries, digital: priced.digital }
  const lines = orderLines(priced)
  return {
    shelf,
    declared: declaredStock(catalogue),
    cart,
    priced,
    totals,
    needs,
    page: {
      ...needs,
      key: sealCheckoutKey(config.secrets, cart.checkoutKey),
      seen: seenOf(lines, totals, to),
      bill: { lines, ...totals, smallBusiness: catalogue.smallBusiness },
      shipped: priced.shipped,
      countries: countries.map((code) => {
        return { code, shipping: totalsOf(priced, catalogue, code).shipping ?? 0 }
      }),
      country: to,
      deskNeeded: needsDesk(priced) && !session,
      email: session?.user.email ?? undefined,
    },
  }
}

function offered(payments: object): PaymentMethod[] {
  return Object.keys(payments).filter((method): method is PaymentMethod =>
    (paymentMethods as readonly string[]).includes(method),
  )
}
