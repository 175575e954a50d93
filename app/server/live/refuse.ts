import type { Visit } from '../arrival/visit'
import { send } from '../responses/send'

/** Seconds after which it is worth coming again. */
const comeAgainAfter = { 429: 1, 503: 30 }

/** Says no by the status alone: who asks is a script or a frame. */
export function refuse(visit: Visit, status: 400 | 403 | 404 | 405 | 429 | 503) {
  send(visit, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...(status === 405 && { allow: 'GET, POST' }),
      ...((status === 429 || status === 503) && { 'retry-after': `${comeAgainAfter[status]}` }),
    },
  })
}

/**
 * Has nothing to say to somebody whose session is over, which may be while their page asks: a browser
 * takes it for the end of a stream and for no error, and whoever tells that they type reads no answer.
 * Source: HTML Standard, 9.2.
 */
export function letGo(visit: Visit) {
  send(visit, { status: 204, headers: {} })
}
