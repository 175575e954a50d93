import type Stripe from 'stripe'
import type { Order } from '../../domain/shop/orders'
import type { PaymentStanding, ReturnAddresses } from '../../domain/shop/payments'
import { asciiEmail } from '../../domain/text/email'

type Parameters = Stripe.Checkout.SessionCreateParams

/** From the order alone: one key must come with one set of parameters. Adds up to its total. */
export function sessionParameters(order: Order, addresses: ReturnAddresses): Parameters {
  const { id, number, language, lines, shipping, email, payableUntil } = order
  const about = { order: id, number: String(number) }
  return {
    mode: 'payment',
    line_items: [
      ...lines
        .filter(({ price }) => price > 0)
        .map((line) => item(line.title[language], line.price, line.quantity)),
      ...(shipping > 0 ? [item(addresses.shipping, shipping, 1)] : []),
    ],
    locale: language,
    customer_email: asciiEmail(email),
    client_reference_id: id,
    metadata: about,
    payment_intent_data: { metadata: about },
    // A converted currency would return another amount.
    adaptive_pricing: { enabled: false },
    success_url: addresses.success,
    cancel_url: addresses.cancel,
    // Stripe refuses more than 24 hours by its own clock, which may be behind ours.
    expires_at: Math.floor(payableUntil.getTime() / 1000) - 60,
  }
}

function item(name: string, amount: number, quantity: number) {
  return {
    quantity,
    price_data: { currency: 'eur', unit_amount: amount, product_data: { name } },
  }
}

interface SessionStatus {
  id: string
  payment_status: string
  status?: string | null
  amount_total?: number | null
  currency?: string | null
}

export function standingOf(session: SessionStatus): PaymentStanding {
  if (session.payment_status === 'paid') {
    return {
      kind: 'paid',
      amount: session.amount_total ?? 0,
      currency: (session.currency ?? '').toUpperCase(),
      providerRef: session.id,
    }
  }
  return { kind: session.status === 'expired' ? 'over' : 'open' }
}
