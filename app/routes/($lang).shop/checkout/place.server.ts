import { type AppLoadContext, data, redirect } from '@remix-run/node'
import type { z } from 'zod'
import { findSiteDesk, ownDesk } from '~/domain/desks/desks'
import type { FormAnswer, FormErrors } from '~/domain/forms/forms'
import { TooManyAttempts, waitInWords } from '~/domain/limits/attempts'
import { newOrder } from '~/domain/shop/checkout'
import { checkoutForm } from '~/domain/shop/checkout-input'
import { placeOrder } from '~/domain/shop/order-work'
import type { Address, Order } from '~/domain/shop/orders'
import { clearCart } from '~/http/cookies/cart.server'
import { readFields, type Submitted } from '~/http/forms/forms.server'
import { attempt } from '~/http/limits/attempts.server'
import { orderPath, orderSecret, readCheckoutKey } from '~/http/links/order-link.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { readSession } from '~/http/sessions/session.server'
import { leadToPayment } from '~/http/shop/order-payment.server'
import { localizedPath } from '~/i18n/addresses'
import { type CheckoutPage, type CheckoutState, readCheckout } from './checkout-page.server'

export interface CheckoutAnswer extends FormAnswer {
  checkout: CheckoutPage
  before?: string
}

type Filled = z.output<ReturnType<typeof checkoutForm>> & Partial<Address>

/**
 * Places the order, once per cart, and redirects to its payment. If anything changed since the form
 * was shown, shows that first and orders nothing.
 */
export async function placeFromForm(form: FormData, context: AppLoadContext) {
  const { services, config, now } = context
  const language = context.language
  const country = form.get('country')
  const state = await readCheckout(context, typeof country === 'string' ? country : '')
  const sent: Submitted<Filled> = readFields(form, checkoutForm(state.needs))
  const typed = sent.kind === 'valid' ? sent.typed : sent.answer.typed
  const again = (status: number, errors: FormErrors, before?: string, wait?: number) => {
    const headers = wait ? { 'Retry-After': String(wait) } : undefined
    return data<CheckoutAnswer>(
      { typed, errors, checkout: state.page, before },
      { status, headers },
    )
  }
  if (sent.kind === 'switch-language' || sent.intent === 'reckon') return again(200, {})

  const key = readCheckoutKey(config.secrets, typed.key ?? '')
  const secret = key === undefined ? undefined : secretOf(key, config.secrets)
  if (key === undefined || secret === undefined) return again(400, { form: 'errors:form.key' })
  const known = await services.orders.find({ secretHash: secretHash(secret) })
  const path = localizedPath(orderPath(secret), language)
  if (known) {
    // The cart may be gone; what was typed shows whether it is the same order.
    if (!isTyped(known, typed)) return again(409, { form: 'checkout:errors.before' }, path)
    const headers = { 'Set-Cookie': clearCart(context) }
    return leadToPayment({ order: known, secret }, context, headers)
  }
  if (state.priced.lines.length === 0) return redirect(localizedPath('/shop', language), 303)
  if (sent.kind === 'invalid') return again(400, sent.answer.errors)
  if (state.cart.checkoutKey !== key || sent.value.seen !== state.page.seen) {
    return again(409, { form: 'checkout:errors.changed' })
  }
  if (state.page.deskNeeded) return again(403, { form: 'checkout:errors.desk' })

  const { proven, ...owner } = await readOwner(sent.value.email, context)
  const checkout = {
    ...state,
    cart: state.priced,
    catalogue: state.shelf.catalogue,
    checkoutKey: key,
    secretHash: secretHash(secret),
    termsVersion: services.legal.version,
  }
  const { email, payment } = sent.value
  const buyer = { email, payment, language, address: addressOf(sent.value, state), ...owner }
  const ordered = newOrder(checkout, buyer, now())
  const site = await findSiteDesk(services, config.siteDesk)
  const placed = await attempt(context, { act: 'order', account: email }, () =>
    placeOrder(services.orders, ordered, state.declared, proven, site?.id),
  ).catch(tooOften)
  if (placed instanceof TooManyAttempts) {
    const { retryAfter } = placed
    return again(429, { form: waitInWords(retryAfter) }, undefined, retryAfter)
  }
  if (placed.kind === 'short') {
    const { page } = await readCheckout(context, state.page.country)
    const errors = { form: 'checkout:errors.changed' }
    return data<CheckoutAnswer>({ typed, errors, checkout: page }, { status: 409 })
  }
  if (placed.kind === 'conflict') return again(409, { form: 'checkout:errors.before' }, path)
  const headers = { 'Set-Cookie': clearCart(context) }
  return leadToPayment({ order: placed.order, secret }, context, headers)
}

function tooOften(error: unknown): TooManyAttempts {
  if (error instanceof TooManyAttempts) return error
  throw error
}

/** With the newest secret, so that a key gives the same order until secrets rotate. */
function secretOf(key: string, [newest]: readonly string[]): string | undefined {
  return newest === undefined ? undefined : orderSecret(newest, key)
}

/** The desk, and whether the e-mail address is proven. */
async function readOwner(ordersAs: string, context: AppLoadContext) {
  const session = await readSession(context)
  if (!session) return { proven: false }
  const { uid, email, emailVerified } = session.user
  const proven = emailVerified && email?.toLowerCase() === ordersAs.toLowerCase()
  const desk = await ownDesk(context.services.desks, uid, context.now())
  return desk ? { uid, deskId: desk.id, proven } : { proven: false }
}

function addressOf(filled: Filled, { needs }: CheckoutState): Address | undefined {
  if (needs.countries.length === 0) return undefined
  const { name = '', street = '', postcode = '', city = '', country = '' } = filled
  return { name, street, postcode, city, country }
}

function isTyped(order: Order, typed: Record<string, string>): boolean {
  const same = (field: string, value: string) => (typed[field] ?? '').trim() === value
  const { address } = order
  return (
    same('email', order.email) &&
    same('payment', order.payment) &&
    (!address || Object.entries(address).every(([field, value]) => same(field, value)))
  )
}
