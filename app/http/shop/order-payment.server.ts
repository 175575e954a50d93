import type { AppLoadContext } from '@remix-run/node'
import { beginPayment, lookUpOrder, settlePayment } from '../../domain/shop/order-payment'
import { mayBeProven, proveOrder } from '../../domain/shop/order-reservations'
import type { Order } from '../../domain/shop/orders'
import { declaredStock } from '../../domain/shop/shelf'
import { waitsForShop } from '../../domain/shop/standings'
import { bestEffort } from '../../domain/stores'
import { localizedPath } from '../../i18n/addresses'
import { translations } from '../../i18n/translation.server'
import { isMailedSecret, orderNumberIn, orderPath } from '../links/order-link.server'
import { secretHash } from '../links/ticket-link.server'
import { sendsLetters } from '../sessions/account-mail.server'

export interface OwnOrder {
  order: Order
  secret: string
  /** Whether its holder has it from the e-mail, and so reads the order's mailbox. */
  mailed: boolean
}

/** For the order's forms: a payment that has arrived is recorded first. */
export async function customerOrder(context: AppLoadContext): Promise<Partial<OwnOrder>> {
  const { services, now, report } = context
  const own = await findOwnOrder(secretIn(context), context)
  if (!own) return {}
  const settled = await bestEffort(settlePayment(services, own.order, now()), report)
  return { ...own, order: settled ?? own.order }
}

/** By the secret in the address, with its current state at the payment service. Records nothing. */
export async function readOwnOrder(context: AppLoadContext): Promise<OwnOrder | undefined> {
  const own = await findOwnOrder(secretIn(context), context)
  if (!own) return undefined
  const current = await bestEffort(lookUpOrder(context.services, own.order), context.report)
  return { ...own, order: current ?? own.order }
}

function secretIn({ url }: AppLoadContext): string {
  return url.searchParams.get('order') ?? ''
}

/** By the secret of its page, or of its link in an e-mail to its present address. */
export async function findOwnOrder(
  secret: string,
  { services, config }: AppLoadContext,
): Promise<OwnOrder | undefined> {
  if (!secret) return undefined
  const number = orderNumberIn(secret)
  const mailed = number !== undefined
  const scope = mailed ? { number } : { secretHash: secretHash(secret) }
  const order = await services.orders.find(scope)
  if (!order || (mailed && !isMailedSecret(secret, order, config.secrets))) return undefined
  return { order, secret, mailed }
}

/** Whether the order waits for the press of somebody who reads its mailbox, as this reader does. */
export function mayConfirm({ order, mailed }: OwnOrder, { now }: AppLoadContext): boolean {
  return mailed && mayBeProven(order, now())
}

/** Whether its shop accepts it for its customer, to whom no e-mail comes. A payment online confirms itself. */
export function mayAccept(order: Order, { now, config }: AppLoadContext): boolean {
  const isUnmailed = waitsForShop(order) || !sendsLetters(config)
  return isUnmailed && order.payment !== 'stripe' && mayBeProven(order, now())
}

/** Leads to the order's own address; `gone`: its goods were sold meanwhile. */
export async function confirmOrder(
  { order, secret }: Pick<OwnOrder, 'order' | 'secret'>,
  { language, services, now }: AppLoadContext,
): Promise<{ to: string }> {
  const declared = declaredStock(await services.catalogue.read(now()))
  const proven = await proveOrder(services, { id: order.id }, now(), declared)
  const to = localizedPath(orderPath(secret), language)
  return { to: proven.kind === 'short' ? `${to}&gone` : to }
}

/**
 * To the service's page, or the order's own with instructions. The service leads back in the order's
 * language: a request that is sent again from a page in another one must be the same.
 */
export async function leadToPayment(
  { order, secret }: Pick<OwnOrder, 'order' | 'secret'>,
  { language, services, config, now }: AppLoadContext,
): Promise<{ to: string }> {
  const back = (page: 'success' | 'cancel') =>
    config.publicOrigin + localizedPath(orderPath(secret, page), order.language)
  const addresses = {
    success: back('success'),
    cancel: back('cancel'),
    shipping: translations(order.language).t('order:shipping'),
  }
  const begun = await beginPayment(services, order, addresses, now())
  if (begun.kind === 'redirect') return { to: begun.url }
  const own = localizedPath(orderPath(secret), language)
  return { to: own + (begun.kind === 'unreachable' ? '&silent' : '') }
}

export function paymentOrigins({ stripe }: AppLoadContext['config']): string[] {
  if (!stripe) return []
  return [stripe.apiBase ? new URL(stripe.apiBase).origin : 'https://checkout.stripe.com']
}
