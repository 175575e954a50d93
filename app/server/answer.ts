import { withSecurity } from './security-headers'
import type { Visit } from './visit'

/** Names in lower case. */
export type AnswerHeaders = Record<string, string | string[]>

/** A whole response, decided before anything is written. */
export interface Answer {
  status: number
  headers: AnswerHeaders
  body?: Buffer
}

/** What is kept by nobody unless it says otherwise. */
export const notStored = 'private, no-store'

/**
 * Writes the head of a response with all that belongs on every one. Handlers that write their own
 * body begin with this.
 */
export function writeHead({ response, context }: Visit, status: number, headers: AnswerHeaders) {
  const complete = withSecurity(
    { 'cache-control': notStored, ...headers },
    context.config.publicOrigin,
  )
  if (context.stopping) complete.connection = 'close'
  response.writeHead(status, complete)
}

/** Writes a whole answer; without the body when only the head was asked for. */
export function send(visit: Visit, { status, headers, body }: Answer) {
  const { request, response } = visit
  const bodiless = status === 204 || status === 304
  writeHead(
    visit,
    status,
    bodiless ? headers : { ...headers, 'content-length': String(body?.length ?? 0) },
  )
  response.end(bodiless || request.method === 'HEAD' ? undefined : body)
}

/** A redirect that nobody stores. `location` must be a path of ours or an address from the configuration. */
export function redirect(
  status: 301 | 302 | 303 | 308,
  location: string,
  headers: AnswerHeaders = {},
): Answer {
  return { status, headers: { location, ...headers } }
}
