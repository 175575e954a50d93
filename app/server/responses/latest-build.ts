import type { Visit } from '../arrival/visit'
import { send } from './send'

/**
 * `/builds/latest.json`: which build of the pages that hydrate is running, so that a page that came
 * from an older one can say so. Kept by nobody; the query only keeps caches on the way from answering.
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
