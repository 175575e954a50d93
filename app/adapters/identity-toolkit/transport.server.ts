import type { ClientCode } from '../../domain/identity/errors'
import { IdentityError } from '../../domain/identity/identity'
import { createCircuit } from './circuit'
import { hiddenRefusal, isTrouble, refusalOf } from './refusals'

export interface TransportOptions {
  apiKey: string
  fetch?: typeof fetch
  /** Milliseconds from any origin; default Date.now. */
  clock?: () => number
}

export interface Outgoing {
  /** For errors, e.g. `accounts:lookup`. */
  name: string
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** Milliseconds for the whole call, including the response body. */
  timeoutMs: number
}

/** Sends a call and returns the JSON of its success. Throws an IdentityError and nothing else. */
type Transport = (outgoing: Outgoing) => Promise<unknown>

/** Calls of one transport share a circuit breaker. */
export function createTransport(options: TransportOptions): Transport {
  const { apiKey, fetch = globalThis.fetch, clock = Date.now } = options
  const circuit = createCircuit(clock)

  return async (outgoing) => {
    const { status, text } = await exchange(outgoing)
    const json = parseJson(text)
    // Proxies and a service in trouble return HTML, half a body or nothing.
    if (json === undefined || isTrouble(status)) circuit.lost()
    else circuit.reached()
    if (json === undefined) {
      throw failure(outgoing, 'network-request-failed', `${status} without JSON`)
    }
    const refusal = status >= 400 ? refusalOf(status, json) : hiddenRefusal(json)
    if (refusal) throw failure(outgoing, refusal.code, refusal.detail, refusal)
    return json
  }

  async function exchange(outgoing: Outgoing): Promise<{ status: number; text: string }> {
    const { method, url, body } = outgoing
    const headers = writeHeaders(outgoing)
    try {
      const response = await fetch(url, {
        method,
        headers,
        body,
        // No call of this API redirects; following one would take a password elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(circuit.timeoutMs(outgoing.timeoutMs)),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      circuit.lost()
      const reason = error instanceof Error ? error.name : 'unknown'
      throw failure(outgoing, 'network-request-failed', reason, { cause: error })
    }
  }

  function writeHeaders(outgoing: Outgoing): Headers {
    try {
      return new Headers({ ...outgoing.headers, 'x-goog-api-key': apiKey })
    } catch {
      // The platform's error repeats the value, so it is not passed on as the cause.
      throw failure(outgoing, 'invalid-api-key', 'the key has characters that no header can hold')
    }
  }

  function failure(
    { name }: Outgoing,
    code: ClientCode,
    detail: string,
    options?: ConstructorParameters<typeof IdentityError>[2],
  ): IdentityError {
    const safe = apiKey ? detail.replaceAll(apiKey, '[key]') : detail
    return new IdentityError(code, `${name}: ${safe}`, options)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
