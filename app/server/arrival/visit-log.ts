import { inspect } from 'node:util'
import { sessionCookiesIn } from '~/http/sessions/session-cookie.server'
import { pathTemplate } from '../log'
import type { Visit } from './visit'

/**
 * Logs a visit when its response ends or its sender goes. No addresses, cookies, browser names or
 * queries, which may hold a ticket's secret. A session cookie sent twice is worth a warning:
 * somebody may have planted one.
 */
export function logVisit({ request, response, requestId, path, context }: Visit) {
  const began = performance.now()
  const { socket } = request
  const before = socket.bytesWritten
  const sessionCookies = sessionCookiesIn(context.config, request.headers.cookie ?? '')
  response.on('close', () => {
    const line = {
      requestId,
      method: request.method,
      path: pathTemplate(path),
      status: response.headersSent ? response.statusCode : 499,
      ms: Math.round((performance.now() - began) * 10) / 10,
      bytes: socket.bytesWritten - before,
      ...(sessionCookies > 1 && { sessionCookies }),
    }
    if (line.status >= 500) context.log.error(line)
    else if (sessionCookies > 1) context.log.warn(line)
    else context.log.info(line)
  })
}

/** Once: without TRUST_PROXY everybody would share the proxy's address, and its rate limits. */
export function warnOfProxy({ request, context }: Visit) {
  const { config, log } = context
  if (config.mode !== 'production' || config.trustProxy > 0 || context.warnedOfProxy) return
  if (request.headers['x-forwarded-for'] === undefined) return
  context.warnedOfProxy = true
  log.warn(
    'A request came with X-Forwarded-For, but TRUST_PROXY is 0: set it if a proxy is in front',
  )
}

/** Logs an error with the reference number that the visitor was given. */
export function logError({ context, requestId }: Visit, error: unknown) {
  const reason = error instanceof Error ? error.stack : inspect(error, { breakLength: Infinity })
  context.log.error({ requestId, error: reason })
}
