import pino, { type Logger } from 'pino'
import type { Visit } from './visit'

/** JSON lines to standard output; JSON escapes what could break or forge a line. */
export function createLog(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
}

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

/** Our paths have short and plain parts; one that does not may be somebody's secret or address. */
export function pathTemplate(path: string): string {
  if (/^\/(assets|browser)\//.test(path)) return path.replace(/^(\/\w+\/).*/, '$1*')
  const parts = path.split('/').slice(1, 7)
  return `/${parts.map((part) => (/^[a-z0-9._-]{0,20}$/.test(part) ? part : '*')).join('/')}`
}
