import type Stripe from 'stripe'
import { z } from 'zod'
import type { PaymentMessage } from '../../domain/shop/payments'
import { standingOf } from './sessions.server'

/** Seconds that a message may be older or newer than now: an older one may be a replay. */
const tolerance = 300

const paymentEvents: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
]

const paymentEvent = z.object({
  id: z.string().min(1),
  data: z.object({
    object: z.object({
      id: z.string(),
      payment_status: z.string(),
      status: z.string().nullish(),
      amount_total: z.number().int().nullish(),
      currency: z.string().nullish(),
      metadata: z.object({ order: z.string().optional() }).nullish(),
    }),
  }),
})

/** Reads a webhook message after verifying its signature. Source: docs.stripe.com/webhooks. */
export function readEvent(
  stripe: Stripe,
  secrets: readonly string[],
  body: Uint8Array,
  signature: string,
  now: Date,
): PaymentMessage {
  const event = verified(stripe, secrets, Buffer.from(body), signature, now)
  if (!event) return { kind: 'refused' }
  if (!paymentEvents.includes(event.type)) return { kind: 'nothing' }
  const { data: read } = paymentEvent.safeParse(event)
  if (!read) return { kind: 'refused' }
  const session = read.data.object
  const orderId = session.metadata?.order
  const standing = standingOf(session)
  if (orderId === undefined || (standing.kind !== 'paid' && standing.kind !== 'over')) {
    return { kind: 'nothing' }
  }
  return { kind: 'news', news: { eventId: `stripe ${read.id}`, orderId, ...standing } }
}

function verified(
  { webhooks }: Stripe,
  secrets: readonly string[],
  body: Buffer,
  signature: string,
  now: Date,
): Stripe.Event | undefined {
  const sentAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) * 1000
  // The library rejects old messages, not those from the future.
  if (!(sentAt - now.getTime() <= tolerance * 1000)) return undefined
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(body, signature, secret, tolerance, undefined, now.getTime())
    } catch {
      // Another secret may have signed it.
    }
  }
  return undefined
}
