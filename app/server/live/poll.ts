import { createHash } from 'node:crypto'
import type { Visit } from '../arrival/visit'
import { chooseEncoding, compress, worthCompressing } from '../responses/compression'
import { send } from '../responses/send'

const cacheControl = 'private, no-cache'

/**
 * Answers a poll whose state has not changed since by a 304 that fits into one small packet, and any
 * other by JSON. `draw` is asked only for the latter.
 */
export async function answerPoll(visit: Visit, state: unknown, draw: () => unknown): Promise<void> {
  const { request, response, context } = visit
  const hash = createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 16)
  const etag = `W/"${hash}"`
  if (request.headers['if-none-match'] === etag) {
    // What keeps a browser from being tricked came with the answer that this one stands for.
    if (context.stopping) response.setHeader('connection', 'close')
    response.writeHead(304, { 'cache-control': cacheControl, etag }).end()
    return
  }
  const body = Buffer.from(JSON.stringify(draw()))
  const encoding =
    body.length < worthCompressing
      ? undefined
      : chooseEncoding(String(request.headers['accept-encoding'] ?? ''))
  send(visit, {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': cacheControl,
      etag,
      ...(encoding && { 'content-encoding': encoding, vary: 'Accept-Encoding' }),
    },
    body: encoding ? await compress(body, encoding, 'once') : body,
  })
}
