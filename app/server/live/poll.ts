import { createHash } from 'node:crypto'
import type { Visit } from '../arrival/visit'
import { chooseEncoding, compress, worthCompressing } from '../responses/compression'
import { send } from '../responses/send'

const cacheControl = 'private, no-cache'

/**
 * Responds with a 304 that fits into one packet where the state is unchanged, otherwise with JSON
 * from `draw`, which is called only then.
 */
export async function answerPoll(visit: Visit, state: unknown, draw: () => unknown): Promise<void> {
  const { request, response, context } = visit
  const hash = createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 16)
  const etag = `W/"${hash}"`
  if (request.headers['if-none-match'] === etag) {
    // The security headers came with the response that this 304 confirms.
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
