import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { defaultLanguage } from '~/domain/text/languages'
import { asksForKept } from '../responses/kept-pages'
import { sendAgain } from '../responses/send-again'
import type { ServerContext } from './context'
import { originAskedFor } from './guard'
import { knownLanguage } from './language-detection'
import { longestCookie } from './limits'
import { logKept } from './visit-log'

/**
 * Sends a kept page within the call, before anything is begun for a visit. Returns false where there
 * is none, and where a request is unusual in any way: `arrive` then looks at it closely.
 */
export function sendKept(
  request: IncomingMessage,
  response: ServerResponse,
  context: ServerContext,
): boolean {
  const { method, url = '', headers } = request
  if (context.stopping || !isUsual(headers, context)) return false
  // Without a socket it waits behind another response on its connection.
  if (!response.socket || method !== 'GET' || !asksForKept(method, headers)) return false
  if (url === '/' && knownLanguage(headers) !== defaultLanguage) return false
  const kept = context.keptPages.find(url, headers)
  if (!kept) return false
  const answer = kept.page.ready(headers)
  if (!answer) return false
  const bytes = sendAgain({ request, response, context }, answer)
  logKept(context, kept, answer.status, bytes)
  return true
}

function isUsual(headers: IncomingHttpHeaders, { config }: ServerContext): boolean {
  return (
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    (headers.cookie === undefined || headers.cookie.length <= longestCookie) &&
    (headers['x-forwarded-for'] === undefined || config.trustProxy > 0) &&
    originAskedFor(headers.host, config.origins) !== undefined
  )
}
