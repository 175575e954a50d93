import type { AppLoadContext } from '@remix-run/node'
import { beginPayment, settlePayment } from '../../domain/shop/order-payment'
import { proveOrder } from '../../domain/shop/order-reservations'
import type { Order } from '../../domain/shop/orders'
import { bestEffort } from '../../domain/stores'
import { localizedPath } from '../../i18n/addresses'
import { translations } from '../../i18n/translation.server'
import { isOrderProof, orderPath } from '../links/order-link.server'
import { secretHash } from '../links/ticket-link.server'
import { redirectTo } from '../responses/redirect'

export interface OwnOrder {
  order: Order
  secret: string
}

export async function customerOrder(context: AppLoadContext): Promise<Partial<OwnOrder>> {
  return (await readOwnOrder(context)) ?? {}
}

/** By the secret in the address, as it stands at the payment service now. */
export async function readOwnOrder({
  url,
  services,
  now,
  report,
}: AppLoadContext): Promise<OwnOrder | undefined> {
  const secret = url.searchParams.get('order') ?? ''
  const order = secret ? await services.orders.find({ secretHash: secretHash(secret) }) : undefined
  if (!order) return undefined
  const settled = await bestEffort(settlePayment(services, order, now()), report)
  return { secret, order: settled ?? order }
}

/** Redirects to the address without the proof; `gone`: its goods were sold meanwhile. */
export async function proveIfAsked({
  url,
  services,
  config,
  now,
}: AppLoadContext): Promise<Response | undefined> {
  const searchParams = new URLSearchParams(url.search)
  const proof = searchParams.get('proof')
  const secret = searchParams.get('order') ?? ''
  if (proof === null) return undefined
  searchParams.delete('proof')
  if (isOrderProof(proof, secret, config.secrets)) {
    const proven = await proveOrder(services.orders, { secretHash: secretHash(secret) }, now())
    if (proven.kind === 'short') searchParams.set('gone', '')
  }
  return redirectTo(`${url.pathname}?${searchParams}`)
}

/** To the service's page, or the order's own with instructions. */
export async function leadToPayment(
  { order, secret }: OwnOrder,
  { language, services, config, now }: AppLoadContext,
): Promise<{ to: string }> {
  const path = (page: 'success' | 'cancel') => localizedPath(orderPath(secret, page), language)
  const addresses = {
    success: config.publicOrigin + path('success'),
    cancel: config.publicOrigin + path('cancel'),
    shipping: translations(language).t('order:shipping'),
  }
  const begun = await beginPayment(services, order, addresses, now())
  if (begun.kind === 'redirect') return { to: begun.url }
  return { to: path('success') + (begun.kind === 'unreachable' ? '&silent' : '') }
}

export function paymentOrigins({ stripe }: AppLoadContext['config']): string[] {
  if (!stripe) return []
  return [stripe.apiBase ? new URL(stripe.apiBase).origin : 'https://checkout.stripe.com']
}
