import type { ActionFunctionArgs } from '@remix-run/node'
import { txt } from 'remix-utils/responses'
import { recordNews } from '~/domain/shop/order-payment'

export function loader() {
  return notAllowed()
}

/**
 * Takes Stripe's messages, whose signature is over the raw bytes. One about an unknown order succeeds
 * too, so that it is not sent again; one that could not be recorded gets 503 or 500, so that it is.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return notAllowed()
  const { services, now, report } = context
  const body = Buffer.from(await request.arrayBuffer())
  const signature = request.headers.get('Stripe-Signature') ?? ''
  const message = await services.payments.stripe?.readMessage(body, signature, now())
  if (!message || message.kind === 'refused') {
    return txt('The signature is wrong or too old, or the message is incomplete.\n', 400)
  }
  if (message.kind === 'news') {
    const { kind } = await recordNews(services.orders, message.news, now())
    if (kind === 'mismatch' || kind === 'unknown') {
      report(new Error(`Order ${message.news.orderId}: a payment that fits no order (${kind})`))
    }
  }
  return txt('ok\n')
}

function notAllowed(): Response {
  return txt('Only POST\n', { status: 405, headers: { Allow: 'POST' } })
}
