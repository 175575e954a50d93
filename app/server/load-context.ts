import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { AppLoadContext } from '@remix-run/node'
import type { Visit } from './visit'
import { logError } from './visit-log'

/** What loaders and actions get to know of the server and of this visit. */
export function loadContext(visit: Visit): AppLoadContext {
  const { config, services, now, pace } = visit.context
  const { headers, socket } = visit.request
  return {
    config,
    services,
    now,
    pace,
    nonce: randomBytes(16).toString('base64'),
    requestId: visit.requestId,
    clientAddress: clientAddress(headers, socket.remoteAddress ?? '', config.trustProxy),
    report: (error) => logError(visit, error),
  }
}

/**
 * The address that a request came from: of what X-Forwarded-For says, only what the given number of
 * proxies in front of us added is believed, counted from the end. Without proxies, the connection's.
 */
export function clientAddress(
  headers: IncomingHttpHeaders,
  connection: string,
  proxies: number,
): string {
  if (proxies === 0) return connection
  const said = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  return said.at(-proxies) ?? connection
}
