import type Stripe from 'stripe'

export interface StripeOptions {
  secretKey: string
  webhookSecrets: readonly string[]
  apiBase?: string
  /** For the operator: a code, never what the customer typed. */
  report(problem: string): void
}

type Attempt<Value> =
  | { kind: 'answer'; value: Value }
  /** Stripe failed internally, and would repeat that for the same key. */
  | { kind: 'faulty'; code: string }
  | { kind: 'refused'; code: string }
  /** No response, or none that says anything about the request. */
  | { kind: 'failed'; code: string }

/** Milliseconds that a customer waits for Stripe at most. */
const timeout = 10_000

/** Stripe by its own library, loaded when it is first needed. */
export function connect({ secretKey, apiBase, report }: StripeOptions) {
  let loaded: Promise<Stripe> | undefined

  function library(): Promise<Stripe> {
    loaded ??= import('stripe').then(
      ({ default: Library }) =>
        new Library(secretKey, {
          ...placeOf(apiBase),
          timeout,
          // The caller retries, since it knows which calls may be repeated.
          maxNetworkRetries: 0,
          telemetry: false,
        }),
    )
    return loaded
  }

  async function attempt<Value>(ask: (stripe: Stripe) => Promise<Value>): Promise<Attempt<Value>> {
    const stripe = await library()
    try {
      return { kind: 'answer', value: await ask(stripe) }
    } catch (error) {
      const {
        type = 'unknown',
        code = '',
        statusCode = 0,
      } = error as Partial<Stripe.StripeRawError>
      report(`Stripe: ${[type, code, statusCode].filter(Boolean).join(' ')}`)
      if (statusCode >= 500) return { kind: 'faulty', code }
      return { kind: statusCode === 400 || statusCode === 402 ? 'refused' : 'failed', code }
    }
  }

  return { library, attempt }
}

function placeOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const plain = protocol === 'http:'
  return {
    protocol: plain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (plain ? 80 : 443),
  }
}
