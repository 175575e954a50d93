import type { AppLoadContext } from '@remix-run/node'
import type { Bill } from '~/components/shop/bill'
import { type ShownPickup, shownPickup } from '~/components/shop/pickup'
import { smallInvoice } from '~/domain/shop/billing-input'
import {
  type Cart,
  onlyPickup,
  type PricedCart,
  pickup,
  priceCart,
  type Totals,
  totalsOf,
} from '~/domain/shop/carts'
import type { Catalogue, Product, ProductDelivery, Texts } from '~/domain/shop/catalogue'
import { needsDesk, orderLines } from '~/domain/shop/checkout'
import { seenOf } from '~/domain/shop/checkout-changes'
import { type CheckoutNeeds, type Delivery, deliveries } from '~/domain/shop/checkout-input'
import type { PaymentMethod } from '~/domain/shop/orders'
import { leastTotal } from '~/domain/shop/payments'
import { declaredStock, readShelf, type Shelf } from '~/domain/shop/shelf'
import { shippingCountries } from '~/domain/shop/shipping-input'
import { readCart } from '~/http/cookies/cart.server'
import { ownDeskOutside } from '~/http/forms/account.server'
import { sealCheckoutKey } from '~/http/links/order-link.server'
import { readSession } from '~/http/sessions/session.server'
import { type NamedCountry, namedCountries } from '~/i18n/countries'
import { readPickupDays } from './pickup-days.server'

export interface CheckoutPage extends Omit<CheckoutNeeds, 'countries' | 'billingCountries'> {
  /** Sealed; everything sent with it is one order. */
  key: string
  seen: string
  /** Ways to pay that take no total as small as this. */
  methodsAbove: readonly PaymentMethod[]
  bill: Bill
  pictured: Pick<Product, 'images' | 'title'>[]
  deliveries: readonly Delivery[]
  countries: { code: string; shipping: number }[]
  country?: string
  billingCountries: NamedCountry[]
  house: string
  pickup?: ShownPickup
  /** Titles of the products because of which the whole cart is picked up. */
  onlyPickup: Texts[]
  deskNeeded: boolean
  /** It has something for a desk, for which the account is no manager. */
  managerNeeded: boolean
  email?: string
  /** The mark of the signed-in account and the desk that a plan is for. */
  account?: string
  /** That desk, for an account that has several. */
  desk?: { name: string }
}

export interface CheckoutState {
  shelf: Shelf
  declared: Record<string, number>
  cart: Cart
  priced: PricedCart
  totals: Totals
  needs: CheckoutNeeds
  termsVersion: string
  page: CheckoutPage
}

export interface Asked {
  delivery?: string
  country?: string
}

/** At today's prices, with the chosen delivery or the first possible one. Applies `change` first. */
export async function readCheckout(
  context: AppLoadContext,
  asked: Asked = {},
  change = (cart: Cart, _: Shelf) => cart,
): Promise<CheckoutState> {
  const { services, config, now, language } = context
  const [shelf, legal] = await Promise.all([readShelf(services, now()), services.legal.read()])
  const { catalogue, left } = shelf
  const cart = change(readCart(context), shelf)
  const priced = priceCart(cart, catalogue, left)
  const offered = deliveriesOf(catalogue, priced.delivery)
  const delivery = offered.find((each) => each === asked.delivery) ?? offered[0]
  const all = catalogue.shipping.flatMap(({ countries }) => countries)
  const countries = offered.includes('shipping') ? all : []
  const country = countries.find((each) => each === asked.country) ?? countries[0]
  const to = delivery === 'pickup' ? pickup : country
  const totals = totalsOf(priced, catalogue, to)
  const session = await readSession(context)
  const owner = session && (await ownDeskOutside(context, session, cart.deskId))
  const { digital } = priced
  const onPickup = offered.includes('pickup') && catalogue.payOnPickup && totals.gross > 0
  const ways = onPickup ? [...config.payments, 'on-pickup' as const] : config.payments
  // What is free is not paid at all.
  const isOffered = (way: PaymentMethod) => totals.gross === 0 || totals.gross >= leastTotal[way]
  const methods = ways.filter(isOffered)
  const shipped = delivery === 'shipping'
  const billed = !shipped && totals.gross > smallInvoice
  const billingCountries = shippingCountries(catalogue)
  const pickupDays = await readPickupDays(
    context,
    offered.includes('pickup') ? catalogue.pickup : undefined,
  )
  const forms = { methods, delivery, countries, digital, pickupDays }
  const needs = { ...forms, shipped, billed, billingCountries }
  const lines = orderLines(priced)
  const forDesk = needsDesk(priced)
  return {
    shelf,
    declared: declaredStock(catalogue),
    cart,
    priced,
    totals,
    needs,
    termsVersion: legal.version,
    page: {
      ...needs,
      methodsAbove: ways.filter((way) => !isOffered(way)),
      deliveries: offered,
      key: sealCheckoutKey(config.secrets, cart.checkoutKey),
      seen: seenOf(lines, totals, to, legal.version),
      bill: {
        lines,
        ...totals,
        smallBusiness: catalogue.smallBusiness,
        pickup: delivery === 'pickup' && catalogue.pickup ? {} : undefined,
      },
      pictured: priced.lines.map(({ product: { images, title } }) => ({ images, title })),
      countries: countries.map((code) => {
        return { code, shipping: totalsOf(priced, catalogue, code).shipping ?? 0 }
      }),
      country,
      house: legal.company.country,
      billingCountries: namedCountries(billingCountries, language),
      pickup: offered.length > 0 ? shownPickup(catalogue, legal) : undefined,
      onlyPickup: onlyPickup(priced, catalogue),
      deskNeeded: forDesk && !owner?.desk,
      managerNeeded: forDesk && owner?.member?.kind === 'colleague',
      email: session?.user.email ?? undefined,
      account: owner?.account,
      desk: forDesk && owner?.several ? { name: owner.desk?.name ?? '' } : undefined,
    },
  }
}

function deliveriesOf({ shipping, pickup }: Catalogue, needed: ProductDelivery): Delivery[] {
  const there = {
    shipping: needed === 'shipping' && shipping.length > 0,
    pickup: needed !== 'none' && pickup !== undefined,
  }
  return deliveries.filter((each) => there[each])
}
