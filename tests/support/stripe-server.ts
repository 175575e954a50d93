import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { documentedParameters } from './stripe-parameters'

export const webhookSecret = 'whsec_of_the_tests'
export const apiVersion = '2026-10-28.endive'

interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Record<string, string>
  payment_intent: string | null
  url: string | null
}

export interface StripeServer {
  url: string
  sessions: Map<string, Session>
  /** How many requests created something, repeated keys not counted. */
  readonly created: number
  refunds: { intent: string; amount: number; metadata: Record<string, string> }[]
  /** What it refused, a sentence each: empty after every test. */
  refusals: string[]
  /** Answers so to the next requests: with this status, or not at all. */
  fail(...failures: (number | 'reset')[]): void
  /** Carries the next request out, but its answer is lost, also when the library sends it again. */
  lose(): void
  /** The customer pays at Stripe's page. */
  pay(id: string, changes?: Partial<Session>): Session
  /** A message as Stripe posts it, and its signature. */
  message(
    type: string,
    session: Session,
    at: Date,
    options?: { id?: string; secret?: string },
  ): { body: string; signature: string; id: string }
  close(): Promise<void>
}

/**
 * Plays Stripe: takes what Stripe's documentation says and nothing else, so that a wrong request fails
 * here as it would there.
 */
export async function startStripeServer({ now = () => new Date() } = {}): Promise<StripeServer> {
  const isSessionParameter = documentedParameters('Checkout/Sessions', 'SessionCreateParams')
  const isRefundParameter = documentedParameters('Refunds', 'RefundCreateParams')
  const sessions = new Map<string, Session>()
  const answers = new Map<string, { sent: string; status: number; body: unknown }>()
  const refunds: StripeServer['refunds'] = []
  const refusals: string[] = []
  let failures: (number | 'reset')[] = []
  let created = 0
  let lost = 0

  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const failure = failures.shift()
    if (failure === 'reset') return request.socket.destroy()
    const key = String(request.headers['idempotency-key'] ?? '')
    const known = key ? answers.get(key) : undefined
    const answer =
      known && known.sent !== sent
        ? refuse('Keys for idempotent requests can only be used with the same parameters')
        : (known ?? (failure ? fault(failure) : decide(request, sent)))
    if (key && !known) answers.set(key, { ...answer, sent })
    if (lost > 0) {
      lost -= 1
      return request.socket.destroy()
    }
    if (answer.status === 400) refusals.push(JSON.stringify(answer.body))
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function decide(request: IncomingMessage, sent: string) {
    const { method, headers, url: path = '' } = request
    if (!/^Bearer sk_test_\w+$/.test(headers.authorization ?? '')) return refuse('No API key', 401)
    if (headers['stripe-version'] !== apiVersion) return refuse('Wrong API version')
    const [, id = '', deed = ''] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? []
    const session = sessions.get(id)
    if (method === 'GET' && session) return { status: 200, body: session }
    if (method === 'POST' && session && deed) return expire(session)
    if (method === 'GET' && path.startsWith('/v1/refunds?')) return listRefunds(path)
    const key = String(headers['idempotency-key'] ?? '')
    if (method !== 'POST') return refuse(`Unknown: ${method} ${path}`, 404)
    if (!key || key.length > 255) return refuse('Missing Idempotency-Key')
    const fields = new URLSearchParams(sent)
    if (path === '/v1/checkout/sessions') return create(fields)
    if (path === '/v1/refunds') return refund(fields)
    return refuse(`Unknown: ${method} ${path}`, 404)
  }

  function create(fields: URLSearchParams) {
    const unknown = [...fields.keys()].find((field) => !isSessionParameter(field))
    if (unknown) return refuse(`Received unknown parameter: ${unknown}`)
    const expires = Number(fields.get('expires_at')) * 1000 - now().getTime()
    // Its clock is half a minute behind ours.
    if (expires < 30 * 60_000 || expires > 86_400_000 - 30_000) return refuse('expires_at')
    if (fields.get('mode') !== 'payment') return refuse('mode')
    for (const name of ['success_url', 'cancel_url'] as const) {
      if (!URL.canParse(fields.get(name) ?? '')) return refuse(`Not a valid URL: ${name}`)
    }
    if (!['de', 'en'].includes(fields.get('locale') ?? '')) return refuse('locale')
    if (!/^\S+@\S+\.\S+$/.test(fields.get('customer_email') ?? '')) return refuse('customer_email')
    let amount = 0
    for (let index = 0; fields.has(`line_items[${index}][quantity]`); index += 1) {
      const line = `line_items[${index}]`
      const price = Number(fields.get(`${line}[price_data][unit_amount]`))
      const quantity = Number(fields.get(`${line}[quantity]`))
      if (!Number.isInteger(price) || price < 0 || !(quantity > 0)) return refuse(`${line}: amount`)
      if (fields.get(`${line}[price_data][currency]`) !== 'eur') return refuse(`${line}: currency`)
      if (!fields.get(`${line}[price_data][product_data][name]`)) return refuse(`${line}: name`)
      amount += price * quantity
    }
    if (amount < 50) return refuse('The total must be at least €0.50')
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency: 'eur',
      client_reference_id: fields.get('client_reference_id'),
      metadata: { order: fields.get('metadata[order]') ?? '' },
      payment_intent: null,
      url: `${url}/pay/${id}`,
    }
    sessions.set(id, session)
    created += 1
    return { status: 200, body: { ...session } }
  }

  function expire(session: Session) {
    if (session.status !== 'open') return refuse('Only open sessions can be expired', 400)
    Object.assign(session, { status: 'expired', url: null })
    return { status: 200, body: session }
  }

  function refund(fields: URLSearchParams) {
    const unknown = [...fields.keys()].find((field) => !isRefundParameter(field))
    if (unknown) return refuse(`Received unknown parameter: ${unknown}`)
    const intent = fields.get('payment_intent') ?? ''
    const session = [...sessions.values()].find(({ payment_intent }) => payment_intent === intent)
    const back = refunds.reduce((sum, each) => sum + (each.intent === intent ? each.amount : 0), 0)
    const left = (session?.amount_total ?? 0) - back
    if (left === 0) return refuse('already refunded', 400, 'charge_already_refunded')
    const amount = Number(fields.get('amount') ?? left)
    if (!(amount > 0 && amount <= left)) return refuse('Refund amount is greater than unrefunded')
    const mark = fields.get('metadata[refund]')
    refunds.push({ intent, amount, metadata: mark ? { refund: mark } : {} })
    return { status: 200, body: { id: `re_${refunds.length}`, object: 'refund' } }
  }

  function listRefunds(path: string) {
    const intent = new URLSearchParams(path.slice(path.indexOf('?'))).get('payment_intent')
    const data = refunds
      .filter((each) => each.intent === intent)
      .map(({ metadata }, index) => ({ id: `re_${index}`, status: 'succeeded', metadata }))
    return { status: 200, body: { object: 'list', data, has_more: false } }
  }

  return {
    url,
    sessions,
    get created() {
      return created
    },
    refunds,
    refusals,
    lose() {
      lost = 2
    },
    fail(...next) {
      failures = next
    },
    pay(id, changes = {}) {
      const session = sessions.get(id)
      if (session?.status !== 'open') throw new Error('It cannot be paid')
      const paid = { status: 'complete', payment_status: 'paid', url: null } as const
      return Object.assign(session, { ...paid, payment_intent: `pi_${id}`, ...changes })
    },
    message(type, session, at, { id = `evt_${randomUUID()}`, secret = webhookSecret } = {}) {
      const body = JSON.stringify({ id, object: 'event', type, data: { object: session } })
      const time = Math.floor(at.getTime() / 1000)
      const hash = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
      return { body, signature: `t=${time},v1=${hash}`, id }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function refuse(message: string, status = 400, code = 'parameter_invalid') {
  return { status, body: { error: { type: 'invalid_request_error', code, message } } }
}

function fault(status: number) {
  return { status, body: { error: { type: 'api_error', message: 'It is our fault' } } }
}
