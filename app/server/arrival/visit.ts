import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReadableStream } from 'node:stream/web'
import type { StoreUnavailable } from '~/domain/stores'
import type { Language } from '~/domain/text/languages'
import { barePath, languageOfPath } from '~/i18n/addresses'
import { pathTemplate } from '../log'
import type { ServerContext } from './context'

export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  /** The reference number on error pages and in the log. */
  requestId: string
  context: ServerContext
  host?: string
  path: string
  query: string
  language: Language
  /** Whether it asks for a chat in a frame, as the browser says. */
  framed: boolean
  body?: Buffer
  /** What a form sent, where the page itself has read it. */
  sent?: [name: string, value: string][]
  /** Set if the page failed because of the store. */
  unavailable?: StoreUnavailable
  /** A form with files, which the page itself reads as it arrives. */
  upload?: ReadableStream
}

export function beginVisit(
  request: IncomingMessage,
  response: ServerResponse,
  context: ServerContext,
): Visit {
  const { host = request.headers.host, path, query } = splitTarget(request.url ?? '/')
  const language = languageOfPath(path)
  const framed = request.headers['sec-fetch-dest'] === 'iframe' && barePath(path) === '/chat'
  const requestId = newRequestId()
  return { request, response, requestId, context, host, path, query, language, framed }
}

export function beginWork({ request, path, context }: Visit): void {
  context.work = `${request.method} ${pathTemplate(path)}`
}

/** Short enough for the phone, and unique within any log that is kept. */
function newRequestId(): string {
  return randomUUID().slice(0, 13)
}

/**
 * Splits a request target without parsing it as a URL, which would take `//host/path` for another
 * host. A target in absolute form has its own host, which wins over the header. Source: RFC 9112,
 * 3.2.2.
 */
export function splitTarget(target: string): { host?: string; path: string; query: string } {
  const [sent = ''] = target.split('#', 1)
  const [, host, rest = sent] = /^https?:\/\/([^/?]*)([/?].*)?/is.exec(sent) ?? []
  const end = rest.indexOf('?')
  const path = end < 0 ? rest : rest.slice(0, end)
  const query = end < 0 ? '' : rest.slice(end)
  return { host, path: path || '/', query: query === '?' ? '' : query }
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
