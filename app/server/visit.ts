import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Language } from '~/domain/languages'
import { languageOfPath } from '~/i18n/addresses'
import type { ServerContext } from './context'
import { logVisit } from './log'

/** One request on its way through the server. */
export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  /** The reference number on error pages and in the log. */
  requestId: string
  context: ServerContext
  /** The path as it was sent, without its query. */
  path: string
  /** With its question mark; empty without one. */
  query: string
  language: Language
  /** Read in full, within the limits, before a page sees it. */
  body?: Buffer
  /** To be set beside what the page itself sets. */
  setCookie?: string
}

/** Begins a visit, which writes its line in the log when the response has ended. */
export function beginVisit(
  request: IncomingMessage,
  response: ServerResponse,
  context: ServerContext,
): Visit {
  const { path, query } = splitTarget(request.url ?? '/')
  const visit: Visit = {
    request,
    response,
    requestId: newRequestId(),
    context,
    path,
    query,
    language: languageOfPath(path),
  }
  logVisit(visit)
  return visit
}

/** Short enough to be told on the phone, and unique within any log that is kept. */
function newRequestId(): string {
  return randomUUID().slice(0, 13)
}

/**
 * Splits a request target without reading it as an address: `//host/path` stays a path, which the URL
 * parser would take for another host.
 */
export function splitTarget(target: string): { path: string; query: string } {
  const [sent = ''] = target.split('#', 1)
  const end = sent.indexOf('?')
  if (end < 0) return { path: sent, query: '' }
  const query = sent.slice(end)
  return { path: sent.slice(0, end), query: query === '?' ? '' : query }
}
