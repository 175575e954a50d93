import { z } from 'zod'
import { IdentityError } from '../../domain/identity'
import { type ClientCode, fromServer } from '../../domain/identity-errors'

export interface CallOptions {
  /** Sent as a header, so that it stays out of the logs of addresses. */
  apiKey: string
  /** host:port of the official emulator, which is then asked in place of Google. */
  emulatorHost?: string
  /** Milliseconds for one call, its body included; 10 s unless told. */
  timeout?: number
}

export type Call = <Answer extends z.ZodTypeAny>(
  /** E.g. `accounts:lookup`. */
  method: string,
  body: Record<string, unknown>,
  /** What a good answer looks like; everything else of it is dropped. */
  answer: Answer,
  headers?: Record<string, string>,
) => Promise<z.output<Answer>>

const service = 'identitytoolkit.googleapis.com'

/** Beside the message, for the machine; whatever else stands there must not hide the message. */
const reasons = z.array(z.object({ reason: z.string().optional() })).catch([])

/** A refusal, as Google's API gateway and the service itself word it. */
const refusal = z.object({
  error: z.object({
    message: z.string(),
    status: z.string().optional(),
    errors: reasons,
    details: reasons,
  }),
})

/** Answers of status 200 that are refusals nevertheless. */
const falseSuccess = z.object({
  errorMessage: z.string().optional(),
  needConfirmation: z.boolean().optional(),
  mfaPendingCredential: z.string().optional(),
  idToken: z.string().optional(),
})

/** Calls of the Identity Toolkit REST API. A call throws an IdentityError and nothing else. */
export function createCall({ apiKey, emulatorHost, timeout = 10_000 }: CallOptions): Call {
  const base = emulatorHost ? `http://${emulatorHost}/${service}/v1` : `https://${service}/v1`

  return async (method, body, answer, headers) => {
    const { status, text } = await send()
    const json = parseJson(text)
    // Proxies on the way and a service in trouble answer HTML, half a body or none.
    if (json === undefined) throw fail('network-request-failed', `${status} without JSON`)
    if (status >= 400) throw refused(status, json)
    const hidden = hiddenRefusal(json)
    if (hidden) throw fail(hidden.code, hidden.detail)
    const parsed = answer.safeParse(json)
    if (parsed.success) return parsed.data
    // Where it is wrong, never what is there: the answer holds tokens.
    const places = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole')
    throw fail('internal-error', `unexpected answer at ${places.join(', ')}`)

    async function send() {
      try {
        const response = await fetch(`${base}/${method}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'x-goog-api-key': apiKey, ...headers },
          body: JSON.stringify(body),
          // No call of this API redirects; following one would carry a password elsewhere.
          redirect: 'error',
          signal: AbortSignal.timeout(timeout),
        })
        return { status: response.status, text: await response.text() }
      } catch (error) {
        const reason = error instanceof Error ? error.name : 'unknown'
        throw fail('network-request-failed', reason, { cause: error })
      }
    }

    function refused(status: number, json: unknown): IdentityError {
      const parsed = refusal.safeParse(json)
      const error = parsed.success ? parsed.data.error : undefined
      const words = error
        ? [
            error.message,
            ...[...error.details, ...error.errors].map(({ reason }) => reason ?? ''),
            error.status ?? '',
          ]
        : []
      const known = words.map(fromServer).find((code) => code !== 'internal-error')
      const transient = status === 429 || status >= 500
      const code = known ?? (transient ? 'network-request-failed' : 'internal-error')
      return fail(code, `${status} ${error?.message.slice(0, 200) ?? 'without a message'}`)
    }

    function fail(code: ClientCode, detail: string, options?: ErrorOptions): IdentityError {
      return new IdentityError(code, `${method}: ${detail}`, options)
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hiddenRefusal(json: unknown): { code: ClientCode; detail: string } | undefined {
  const { data } = falseSuccess.safeParse(json)
  if (data?.errorMessage) {
    return { code: fromServer(data.errorMessage), detail: data.errorMessage.slice(0, 200) }
  }
  if (data?.needConfirmation) {
    return { code: 'account-exists-with-different-credential', detail: 'needConfirmation' }
  }
  if (data?.mfaPendingCredential && !data.idToken) {
    return { code: 'multi-factor-auth-required', detail: 'mfaPendingCredential' }
  }
  return undefined
}
