import { type Answer, type AnswerHeaders, notStored } from './answer'
import { withSecurity } from './security-headers'
import type { Visit } from './visit'

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
