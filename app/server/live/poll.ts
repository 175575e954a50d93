import type { Visit } from '../arrival/visit'
import { compressedFor } from '../responses/compression'
import { digest } from '../responses/representation'
import { send } from '../responses/send'

const cacheControl = 'private, no-cache'

/**
 * Responds with a 304 that fits into one packet where the state is unchanged, otherwise with JSON
 * from `render`, which is called only then.
 */
export async function answerPoll(
  visit: Visit,
  state: unknown,
  render: () => unknown,
): Promise<void> {
  const { request, response, context } = visit
  const etag = `W/"${digest(JSON.stringify(state))}"`
  if (request.headers['if-none-match'] === etag) {
    // The security headers came with the response that this 304 confirms.
    if (context.stopping) response.setHeader('connection', 'close')
    response.writeHead(304, { 'cache-control': cacheControl, etag }).end()
    return
  }
  const body = Buffer.from(JSON.stringify(render()))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cacheControl,
    etag,
  }
  send(visit, await compressedFor(request.headers, { status: 200, headers, body }))
}
