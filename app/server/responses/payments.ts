import { recordNews } from '~/domain/shop/order-payment'
import type { PaymentMethod } from '~/domain/shop/orders'
import { bodyLimit, readBody } from '../arrival/limits'
import type { Visit } from '../arrival/visit'
import { refusal } from './refusal'
import { send } from './send'

export const stripeMessages = '/payments/stripe'

/**
 * Handles a payment service's message after verifying its signature over the raw bytes. Messages
 * about unknown orders get a success too, so that they are not sent again; a failed recording
 * gets 503 or 500, so that it is.
 */
export async function handlePayment(visit: Visit, method: PaymentMethod): Promise<void> {
  const { request, context } = visit
  const { services, now, log } = context
  if (request.method !== 'POST') return send(visit, refusal(405, visit, { allow: 'POST' }))
  const body = await readBody(request, bodyLimit('application/json'))
  if (!body) return send(visit, refusal(413, visit, { connection: 'close' }))
  const service = services.payments[method]
  const signature = String(request.headers['stripe-signature'] ?? '')
  const message = await service?.readMessage(body, signature, now())
  if (!message || message.kind === 'refused') {
    return send(
      visit,
      plain(400, 'The signature is wrong or too old, or the message is incomplete.\n'),
    )
  }
  if (message.kind === 'news') {
    const { kind } = await recordNews(services.orders, message.news, now())
    if (kind === 'mismatch' || kind === 'unknown') {
      log.error({ method, kind, order: message.news.orderId }, 'a payment that fits no order')
    }
  }
  send(visit, plain(200, 'ok\n'))
}

function plain(status: number, text: string) {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return { status, headers, body: Buffer.from(text) }
}
