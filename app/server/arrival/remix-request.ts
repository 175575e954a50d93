import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { AppLoadContext } from '@remix-run/node'
import type { ClientKind } from '~/domain/identity/identity'
import { StoreUnavailable } from '~/domain/stores'
import { requestFacts } from '~/http/request-facts'
import type { AnswerHeaders } from '../responses/answer'
import { isSafe } from './guard'
import { addressOf, type Visit } from './visit'
import { logError } from './visit-log'

/**
 * The request as Remix sees it, on the public origin; its signal aborts when the client leaves. HEAD
 * becomes GET; `send` drops the body.
 */
export function fetchRequest({
  request,
  response,
  context,
  path,
  query,
  body,
  upload,
}: Visit): Request {
  const { publicOrigin } = context.config
  const { headers: sent, method = 'GET' } = request
  const leaving = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort()
  })
  return new Request(publicOrigin + path + withoutData(query), {
    method: method === 'HEAD' ? 'GET' : method,
    headers: canonicalHeaders(sent, publicOrigin, method),
    body: upload ?? (body && body.length > 0 ? new Uint8Array(body) : undefined),
    signal: leaving.signal,
    ...(upload && { duplex: 'half' }),
  } as RequestInit)
}

/** For `_data`, which no page uses, Remix would return one route's data and log an error. */
function withoutData(query: string): string {
  // Whatever letters of it are encoded.
  if (!/[_%]/.test(query)) return query
  const fields = new URLSearchParams(query)
  if (!fields.has('_data')) return query
  fields.delete('_data')
  return `?${fields}`
}

/** On the public origin, without proxy headers: Remix compares Host and Origin byte for byte. */
export function canonicalHeaders(
  sent: IncomingHttpHeaders,
  publicOrigin: string,
  method: string,
): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || /^(x-forwarded-.*|forwarded|origin|host)$/.test(name)) continue
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each)
  }
  headers.set('Host', new URL(publicOrigin).host)
  if (sent.origin !== undefined && !isSafe(method)) headers.set('Origin', publicOrigin)
  return headers
}

/** Each cookie stays a header of its own. */
export function answerHeaders({ headers }: Response): AnswerHeaders {
  const cookies = headers.getSetCookie()
  const plain: AnswerHeaders = Object.fromEntries(headers)
  delete plain['set-cookie']
  // It may be the length of another encoding; `send` sets it.
  delete plain['content-length']
  return cookies.length > 0 ? { ...plain, 'set-cookie': cookies } : plain
}

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
    build: visit.context.build,
    pageTick: visit.context.pageQueue.pageTick,
    clientAddress: addressOf(visit),
    forgetPages: () => visit.context.pageCache.clear(),
    warn: (sentence) => visit.context.log.warn({ requestId: visit.requestId }, sentence),
    report: (error) => logError(visit, error),
    fail(error) {
      if (error instanceof StoreUnavailable) visit.unavailable = error
      else logError(visit, error)
    },
    onClose(callback) {
      if (visit.response.closed) callback()
      else visit.response.once('close', callback)
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
