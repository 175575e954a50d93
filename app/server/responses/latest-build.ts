import type { Visit } from '../arrival/visit'
import { send } from './send'

/**
 * `/builds/latest.json`: the running build's id, so that a page of an older one can say so. Not
 * stored; the query only keeps caches on the way from serving it.
 */
export function handleLatestBuild(visit: Visit) {
  const { request, context } = visit
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return send(visit, { status: 405, headers: { allow: 'GET, HEAD' } })
  }
  send(visit, {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(`${JSON.stringify({ id: context.build })}\n`),
  })
}
