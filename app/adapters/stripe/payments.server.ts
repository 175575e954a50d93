import type { PaymentService, PaymentStanding } from '../../domain/shop/payments'
import { connect, type StripeOptions } from './connection.server'
import { readEvent } from './events.server'
import { sessionParameters, standingOf } from './sessions.server'

/** Attempts under new keys: Stripe repeats even its own failures for the same key. */
const tries = 3

/** Stripe Checkout. Each creating request has a key from the order (docs: idempotent_requests). */
export function createStripePayments(options: StripeOptions): PaymentService {
  const { library, attempt } = connect(options)

  async function find(providerRef: string): Promise<PaymentStanding> {
    const session = await attempt(({ checkout }) => checkout.sessions.retrieve(providerRef))
    return session.kind === 'answer' ? standingOf(session.value) : { kind: 'unreachable' }
  }

  return {
    method: 'stripe',

    async begin(order, addresses) {
      if (order.providerRef) {
        const { providerRef } = order
        const known = await attempt(({ checkout }) => checkout.sessions.retrieve(providerRef))
        const url = known.kind === 'answer' && known.value.url
        return url ? { kind: 'redirect', url, providerRef } : { kind: 'unreachable' }
      }
      const parameters = sessionParameters(order, addresses)
      for (let count = 1; count <= tries; count += 1) {
        // Its address may have been corrected since an attempt whose answer was lost.
        const idempotencyKey = `order ${order.id} ${order.history.length} ${count}`
        const created = await attempt(({ checkout }) =>
          checkout.sessions.create(parameters, { idempotencyKey }),
        )
        if (created.kind === 'answer' && created.value.url) {
          return { kind: 'redirect', url: created.value.url, providerRef: created.value.id }
        }
        if (created.kind !== 'faulty') break
      }
      return { kind: 'unreachable' }
    },

    lookUp: async ({ providerRef }) => (providerRef ? find(providerRef) : { kind: 'open' }),

    async close({ providerRef }) {
      // Without the session's id, no customer was sent to its page.
      if (!providerRef) return { kind: 'over' }
      const expired = await attempt(({ checkout }) => checkout.sessions.expire(providerRef))
      return expired.kind === 'answer' ? standingOf(expired.value) : find(providerRef)
    },

    async readMessage(body, signature, now) {
      return readEvent(await library(), options.webhookSecrets, body, signature, now)
    },

    async refund({ id, providerRef = '' }, { key, amount }) {
      const session = await attempt(({ checkout }) => checkout.sessions.retrieve(providerRef))
      const intent = session.kind === 'answer' ? session.value.payment_intent : undefined
      const payment_intent = typeof intent === 'object' ? intent?.id : intent
      if (!payment_intent) return 'unreachable'
      for (let count = 1; count <= tries; count += 1) {
        // Stripe forgets keys after a day: an older refund is found by its metadata.
        const known = await attempt(({ refunds }) => refunds.list({ payment_intent, limit: 100 }))
        if (known.kind !== 'answer') break
        const live = known.value.data.filter(
          ({ status }) => status !== 'failed' && status !== 'canceled',
        )
        if (live.some(({ metadata }) => metadata?.refund === key)) return 'refunded'
        const refunded = await attempt(({ refunds }) =>
          refunds.create(
            { payment_intent, amount, metadata: { order: id, refund: key } },
            { idempotencyKey: `refund ${id} ${key} ${count}` },
          ),
        )
        if (refunded.kind === 'answer' || refunded.code === 'charge_already_refunded')
          return 'refunded'
        if (refunded.kind === 'refused') return 'refused'
        if (refunded.kind !== 'faulty') break
      }
      return 'unreachable'
    },

    details: () => undefined,
  }
}
