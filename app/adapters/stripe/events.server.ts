import type Stripe from 'stripe'
import type { PaymentMessage } from '../../domain/payments'
import { standingOf } from './sessions.server'

/** Seconds by which a message may be older or newer than now: what is older was recorded and sent again. */
const tolerance = 300

/** The events that say how a payment stands. */
const telling = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
] as const

/** Reads a webhook message once its signature is verified. Source: docs.stripe.com/webhooks. */
export function readEvent(
  stripe: Stripe,
  secrets: readonly string[],
  body: Uint8Array,
  signature: string,
  now: Date,
): PaymentMessage {
  const event = verified(stripe, secrets, Buffer.from(body), signature, now)
  if (!event) return { kind: 'refused' }
  if (!isTelling(event)) return { kind: 'nothing' }
  const session = event.data.object
  const orderId = session.metadata?.order
  const standing = standingOf(session)
  if (orderId === undefined || (standing.kind !== 'paid' && standing.kind !== 'over')) {
    return { kind: 'nothing' }
  }
  return { kind: 'news', news: { eventId: `stripe ${event.id}`, orderId, ...standing } }
}

type Telling = Extract<Stripe.Event, { type: (typeof telling)[number] }>

function isTelling(event: Stripe.Event): event is Telling {
  return (telling as readonly string[]).includes(event.type)
}

function verified(
  { webhooks }: Stripe,
  secrets: readonly string[],
  body: Buffer,
  signature: string,
  now: Date,
): Stripe.Event | undefined {
  const sentAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) * 1000
  // The library looks at what is too old alone.
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
