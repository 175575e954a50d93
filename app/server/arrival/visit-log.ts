import { inspect } from 'node:util'
import { sessionCookiesIn } from '~/http/sessions/session-cookie.server'
import { pathTemplate } from '../log'
import type { ServerContext } from './context'
import type { Visit } from './visit'

/**
 * Writes a visit's line when its response has ended or its sender has gone. Addresses, cookies and
 * names of browsers are nobody's business; a query may hold the secret of a ticket. A session cookie
 * that came twice is worth a warning: somebody may have planted one.
 */
export function logVisit({ request, response, requestId, path, context }: Visit) {
  const began = performance.now()
  const { socket } = request
  const before = socket.bytesWritten
  const sessionCookies = sessionCookiesIn(context.config, request.headers.cookie ?? '')
  response.once('close', () => {
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

/** The servers that have said already that a proxy seems to stand in front of them. */
const warned = new WeakSet<ServerContext>()

/**
 * Says once that a request came by a proxy, while none is known of: everybody would share the
 * proxy's address, and with it the limits that are kept by address.
 */
export function warnOfProxy({ request, context }: Visit) {
  const { config, log } = context
  if (config.mode !== 'production' || config.trustProxy > 0 || warned.has(context)) return
  if (request.headers['x-forwarded-for'] === undefined) return
  warned.add(context)
  log.warn(
    'A request came with X-Forwarded-For, but TRUST_PROXY is 0: set it if a proxy is in front',
  )
}

/** Writes down what went wrong, with the number that the visitor was told. */
export function logError({ context, requestId }: Visit, error: unknown) {
  const reason = error instanceof Error ? error.stack : inspect(error, { breakLength: Infinity })
  context.log.error({ requestId, error: reason })
}
