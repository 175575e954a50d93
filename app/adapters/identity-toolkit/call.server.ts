import type { z } from 'zod'
import { type ClientKind, IdentityError } from '../../domain/identity/identity'
import { asciiEmail } from '../../domain/text/email'
import type { Language } from '../../domain/text/languages'
import type { Requests } from './requests'
import { createTransport, type Outgoing, type TransportOptions } from './transport.server'

export interface CallOptions extends TransportOptions {
  /** host:port of the official emulator, if it replaces Google. */
  emulatorHost?: string
  /** Milliseconds for one call with its body. Default: 30 s, or 60 s for a mobile client. */
  timeout?: number
}

export interface Calls {
  /** POST with a JSON body; the language is that of an e-mail that the call sends. */
  account<Name extends keyof Requests, Answer extends z.ZodTypeAny>(
    name: Name,
    body: Requests[Name],
    /** The schema of a successful response; other fields are dropped. */
    answer: Answer,
    language?: Language,
  ): Promise<z.output<Answer>>
  recaptchaConfig<Answer extends z.ZodTypeAny>(answer: Answer): Promise<z.output<Answer>>
  /** POST securetoken v1/token with a form body. */
  token<Answer extends z.ZodTypeAny>(
    refreshToken: string,
    answer: Answer,
  ): Promise<z.output<Answer>>
}

/** The service takes addresses with international domains in their ASCII form. */
function inAscii(name: string, value: unknown): unknown {
  const isAddress = ['email', 'newEmail', 'identifier'].includes(name)
  return isAddress && typeof value === 'string' ? asciiEmail(value) : value
}

/** Milliseconds per kind of client (spec §9). */
const timeoutsMs: Record<ClientKind, number> = { desktop: 30_000, mobile: 60_000 }

/** Google's REST APIs for each kind of client. Calls throw an IdentityError and nothing else. */
export function createCalls(options: CallOptions): (kind: ClientKind) => Calls {
  const { emulatorHost, timeout } = options
  const transport = createTransport(options)
  const base = emulatorHost ? `http://${emulatorHost}/` : 'https://'

  return (kind) => {
    async function send<Answer extends z.ZodTypeAny>(
      outgoing: Omit<Outgoing, 'timeoutMs'>,
      answer: Answer,
    ): Promise<z.output<Answer>> {
      const json = await transport({ ...outgoing, timeoutMs: timeout ?? timeoutsMs[kind] })
      const parsed = answer.safeParse(json)
      if (parsed.success) return parsed.data
      // Name the wrong fields only: their values may be tokens.
      const places = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole')
      const detail = `${outgoing.name}: unexpected answer at ${places.join(', ')}`
      throw new IdentityError('internal-error', detail)
    }

    return {
      account(name, body, answer, language) {
        const headers: Record<string, string> = { 'Content-Type': 'application/json' }
        if (language) headers['X-Firebase-Locale'] = language
        const url = `${base}identitytoolkit.googleapis.com/v1/${name}`
        return send(
          { name, method: 'POST', url, headers, body: JSON.stringify(body, inAscii) },
          answer,
        )
      },
      recaptchaConfig(answer) {
        const query = 'clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE'
        const url = `${base}identitytoolkit.googleapis.com/v2/recaptchaConfig?${query}`
        return send({ name: 'recaptchaConfig', method: 'GET', url, headers: {} }, answer)
      },
      token(refreshToken, answer) {
        const form = new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
        })
        const url = `${base}securetoken.googleapis.com/v1/token`
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
        return send({ name: 'token', method: 'POST', url, headers, body: String(form) }, answer)
      },
    }
  }
}
