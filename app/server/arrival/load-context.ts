import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { AppLoadContext } from '@remix-run/node'
import type { ClientKind } from '~/domain/identity/identity'
import { StoreUnavailable } from '~/domain/stores'
import { requestFacts } from '~/http/request-facts'
import { keepLanguage, type Visit } from './visit'
import { logError } from './visit-log'

export function loadContext(visit: Visit, request: Request): AppLoadContext {
  const { config, servicesFor, now, pace } = visit.context
  const services = servicesFor[clientKind(visit.request.headers)]
  const { url, path, language, headers } = requestFacts(request)
  // Fields that follow a spread are added one by one, which takes longer than all else here.
  return {
    url,
    path,
    language,
    headers,
    config,
    services,
    siteIdentity: visit.context.siteIdentity.read,
    now,
    pace,
    nonce: randomBytes(16).toString('base64'),
    requestId: visit.requestId,
    clientAddress: addressOf(visit),
    forgetPages: () => visit.context.pageCache.clear(),
    keepLanguage: () => keepLanguage(visit),
    warn: (sentence) => visit.context.log.warn({ requestId: visit.requestId }, sentence),
    report: (error) => logError(visit, error),
    fail(error) {
      if (error instanceof StoreUnavailable) visit.unavailable = error
      else logError(visit, error)
    },
    keepSent(fields) {
      visit.sent = fields
    },
  }
}

/** A phone's connection needs a longer timeout for the identity service. */
export function clientKind(headers: IncomingHttpHeaders): ClientKind {
  const said = headers['sec-ch-ua-mobile']
  if (said !== undefined) return said === '?1' ? 'mobile' : 'desktop'
  return /Mobi|Android/i.test(headers['user-agent'] ?? '') ? 'mobile' : 'desktop'
}

/** Of X-Forwarded-For only what our own proxies added; without any, the connection's. */
export function addressOf({ request, context }: Pick<Visit, 'request' | 'context'>): string {
  const proxies = context.config.trustProxy
  const said = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const named = proxies > 0 ? said.at(-proxies) : undefined
  return named ?? request.socket.remoteAddress ?? ''
}
