import type { AppLoadContext } from '@remix-run/node'
import type { z } from 'zod'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { type FormAnswer, incompleteForm } from '~/domain/forms/forms'
import type { Refused } from '~/domain/shop/cart-changes'
import { findProduct, type Texts } from '~/domain/shop/catalogue'
import { needsDesk, newOrder } from '~/domain/shop/checkout'
import {
  type CalmReason,
  calmReason,
  changesBetween,
  deliveryWanted,
  type SeenChange,
} from '~/domain/shop/checkout-changes'
import { checkoutForm } from '~/domain/shop/checkout-input'
import { quantityField } from '~/domain/shop/line-fields'
import { placeOrder as place } from '~/domain/shop/order-work'
import type { Address, Pickup } from '~/domain/shop/orders'
import { pickupHoursOn } from '~/domain/shop/pickup-day'
import { emailKey } from '~/domain/text/email'
import { clearCart, writeCart } from '~/http/cookies/cart.server'
import { deskIn, markIn } from '~/http/forms/account.server'
import type { ActionResult, Asked, SamePage, Sent } from '~/http/forms/form-action.server'
import { readForm, validate } from '~/http/forms/forms.server'
import { newFormKey } from '~/http/forms/key.server'
import { limited } from '~/http/limits/rate-limits.server'
import { orderPath, orderSecret, readCheckoutKey } from '~/http/links/order-link.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { sendsLetters } from '~/http/sessions/account-mail.server'
import { readSession } from '~/http/sessions/session.server'
import { changeByForm, quantityErrors } from '~/http/shop/cart-form.server'
import { countIn, statusOf } from '~/http/shop/cart-refusals'
import { pausedError } from '~/http/shop/opening.server'
import { leadToPayment } from '~/http/shop/order-payment.server'
import { localizedPath } from '~/i18n/addresses'
import { type CheckoutPage, type CheckoutState, readCheckout } from './checkout-page.server'
import { withNamedDays } from './pickup-days.server'
import { isTyped } from './same-order'

export interface CheckoutAnswer extends FormAnswer {
  checkout: CheckoutPage
  before?: string
  changes?: NamedChange[]
  /** Why the changes are worded calmly. */
  calm?: CalmReason
}

/** Without a title for a product that left the shelf. */
export type NamedChange = SeenChange & { title?: Texts }

/** Empty while the shop is closed. */
export interface CheckoutSent {
  checkout?: {
    sent: FormData
    state: CheckoutState
    cartCookie?: string
    refused: Map<string, Refused>
  }
}

type Filled = z.output<ReturnType<typeof checkoutForm>> & Partial<Address> & Pick<Pickup, 'day'>

export async function readCheckoutForm(
  request: Request,
  context: AppLoadContext,
): Promise<Sent<CheckoutSent>> {
  const sent = await readForm(request)
  const asked = (name: string) => String(sent.get(name) ?? '')
  const [payment, seen] = [asked('payment'), asked('seen')]
  const delivery = deliveryWanted({ delivery: asked('delivery'), payment, seen })
  if (delivery !== asked('delivery')) sent.set('delivery', delivery)
  const delivered = { delivery, country: asked('country') }
  const key = readCheckoutKey(context.config.secrets, asked('key'))
  const newKey = newFormKey()
  let refused = new Map<string, Refused>()
  const state = await readCheckout(context, delivered, (cart, shelf) => {
    // Another tab changed the cart, so this form is out of date.
    if (cart.checkoutKey !== key) return cart
    const field = (name: string) => (sent.has(name) ? asked(name) : undefined)
    const changed = changeByForm(cart, field, shelf, newKey)
    refused = changed.refused
    return changed.cart
  })
  const { cart, page } = state
  const cartCookie = cart.checkoutKey === newKey ? writeCart(context, cart) : undefined
  return { form: sent, more: { checkout: page }, checkout: { sent, state, cartCookie, refused } }
}

export function reckon(
  _: unknown,
  { checkout, context: { language } }: Asked<CheckoutSent>,
): ActionResult {
  if (!checkout) return { status: 404 }
  const { state, cartCookie, refused } = checkout
  if (state.priced.lines.length === 0) {
    const to = localizedPath('/shop', language)
    return cartCookie ? { to, cookies: [cartCookie] } : { to }
  }
  const [first] = refused.values()
  return {
    status: first ? statusOf(first) : 200,
    errors: quantityErrors(refused),
    headers: setting(cartCookie),
  }
}

function setting(cookie: string | undefined): Record<string, string> {
  return cookie === undefined ? {} : { 'Set-Cookie': cookie }
}

/** Once per cart. If anything changed since the form was shown, shows that and orders nothing. */
export async function placeOrder(
  _: unknown,
  { checkout: read, typed, context }: Asked<CheckoutSent>,
): Promise<ActionResult> {
  if (!read) return { status: 404 }
  const { services, config, language, now } = context
  const { sent, state, cartCookie, refused } = read
  const key = readCheckoutKey(config.secrets, typed.key ?? '')
  const secret = key === undefined ? undefined : secretOf(key, config.secrets)
  if (key === undefined || secret === undefined) {
    return { status: 400, errors: { form: incompleteForm } }
  }
  const known = await services.orders.find({ secretHash: secretHash(secret) })
  const before = localizedPath(orderPath(secret), language)
  const sentBefore = { status: 409, errors: { form: 'checkout:errors.before' }, more: { before } }
  if (known) {
    // The cart may be gone; what was typed shows whether it is the same order.
    if (!isTyped(known, typed)) return sentBefore
    return {
      ...(await leadToPayment({ order: known, secret }, context)),
      cookies: [clearCart(context)],
    }
  }
  if (state.priced.lines.length === 0) return { to: localizedPath('/shop', language) }
  const headers = setting(cartCookie)
  const paused = await pausedError(context)
  if (paused) return { status: 409, errors: { form: paused }, headers }
  const { value, errors } = validate(sent, checkoutForm(state.needs), context.language)
  const wrong = { ...withNamedDays(errors ?? {}, language), ...quantityErrors(refused) }
  if (!value || refused.size > 0) return { status: 400, errors: wrong, headers }
  const filled: Filled = value
  if (state.cart.checkoutKey !== key || filled.seen !== state.page.seen) {
    const quantities = cartCookie === undefined ? {} : quantitiesTyped(sent, state)
    return { ...changedSince(filled.seen, state, quantities), headers }
  }
  if (state.page.deskNeeded) return { status: 403, errors: { form: 'checkout:errors.desk' } }

  const { proven, manages, ...owner } = await readOwner(filled.email, deskIn(markIn(sent)), context)
  if (needsDesk(state.priced)) {
    if (owner.deskId === undefined)
      return { status: 409, errors: { form: 'checkout:errors.deskGone' }, headers }
    if (!manages) return { status: 403, errors: { form: 'checkout:errors.manager' }, headers }
  }
  const checkout = {
    ...state,
    cart: state.priced,
    catalogue: state.shelf.catalogue,
    checkoutKey: key,
    secretHash: secretHash(secret),
  }
  const { email, payment } = filled
  const { billing, vatId, note } = filled
  const delivered = { address: addressOf(filled, state), pickup: pickupOf(filled, state) }
  const buyer = { email, payment, language, billing, vatId, note, ...delivered, ...owner }
  const ordered = newOrder(checkout, buyer, now())
  const site = await findSiteDesk(services)
  const mails = sendsLetters(config)
  const placed = await limited(
    context,
    { name: 'order', account: email },
    () => place(services.orders, ordered, state.declared, proven, site?.id, mails),
    ({ kind }) => kind === 'placed',
  )
  if (placed.kind === 'short') {
    return changedSince(filled.seen, await readCheckout(context, state.page))
  }
  if (placed.kind === 'conflict') return sentBefore
  const paying = await leadToPayment({ order: placed.order, secret }, context)
  return { ...paying, cookies: [clearCart(context)] }
}

/** `quantities`: those that the customer changed with the form, by product. */
function changedSince(
  seen: string,
  { page, shelf }: CheckoutState,
  quantities: Record<string, number> = {},
): SamePage {
  const changes = changesBetween(seen, page.seen)
  const calm = calmReason(changes, quantities)
  const named = changes.map((change): NamedChange => {
    if (!('productId' in change)) return change
    return { ...change, title: findProduct(shelf.catalogue, change.productId)?.title }
  })
  const more = { checkout: page, changes: named, calm }
  if (calm) return { status: 409, more }
  const form = changes.length > 0 ? 'checkout:errors.changed' : 'checkout:errors.changedElse'
  return { status: 409, errors: { form }, more }
}

function quantitiesTyped(sent: FormData, { priced }: CheckoutState): Record<string, number> {
  const typed = priced.lines.map(
    ({ product: { id } }) => [id, sent.get(quantityField(id))] as const,
  )
  return Object.fromEntries(typed.map(([id, text]) => [id, countIn(String(text ?? ''))]))
}

/** With the newest secret, so that a key gives the same order until secrets rotate. */
function secretOf(key: string, [newest]: readonly string[]): string | undefined {
  return newest === undefined ? undefined : orderSecret(newest, key)
}

/** The desk that the form names, or for an older form the one chosen last; none where it was left meanwhile. */
async function readOwner(
  ordersAs: string,
  deskId: string,
  context: AppLoadContext,
): Promise<{ uid?: string; deskId?: string; proven: boolean; manages?: boolean }> {
  const session = await readSession(context)
  if (!session) return { proven: false }
  const { uid, email, emailVerified } = session.user
  const proven = emailVerified && emailKey(email) === emailKey(ordersAs)
  const { members, accounts } = context.services
  const all = await members.desksOf(uid)
  // An account that is being erased gets no order.
  if (all.length === 0 && !(await accounts.find(uid))) return { proven: false }
  const own = deskId ? all.find(({ desk }) => desk.id === deskId) : all[0]
  return { uid, deskId: own?.desk.id, proven, manages: own?.member.kind === 'manager' }
}

function addressOf(filled: Filled, { needs }: CheckoutState): Address | undefined {
  if (needs.delivery !== 'shipping') return undefined
  const { company, name = '', street = '', line2, postcode = '', city = '', country = '' } = filled
  const lines = { name, street, ...(line2 && { line2 }), postcode, city, country }
  return { ...(company && { company }), ...lines }
}

function pickupOf({ name = '', day }: Filled, { page, needs }: CheckoutState): Pickup | undefined {
  if (page.delivery !== 'pickup' || !page.pickup) return undefined
  const { when } = page.pickup
  if (!day) return { name, when }
  const hours = pickupHoursOn(day, needs.pickupDays)
  return { name, day, ...(hours && { hours }), when }
}
