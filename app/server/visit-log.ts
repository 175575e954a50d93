import { pathTemplate } from './log'
import type { Visit } from './visit'

/**
 * Writes a visit's line when its response has ended or its sender has gone. Addresses, cookies and
 * names of browsers are nobody's business; a query may hold the secret of a ticket.
 */
export function logVisit({ request, response, requestId, path, context }: Visit) {
  const began = performance.now()
  const { socket } = request
  const before = socket.bytesWritten
  response.once('close', () => {
    const line = {
      requestId,
      method: request.method,
      path: pathTemplate(path),
      status: response.headersSent ? response.statusCode : 499,
      ms: Math.round((performance.now() - began) * 10) / 10,
      bytes: socket.bytesWritten - before,
    }
    if (line.status >= 500) context.log.error(line)
    else context.log.info(line)
  })
}

/** Writes down what went wrong, with the number that the visitor was told. */
export function logError({ context, requestId }: Visit, error: unknown) {
  const stack = error instanceof Error ? error.stack : String(error)
  context.log.error({ requestId, error: stack })
}
