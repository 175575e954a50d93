import type { Visit } from '../arrival/visit'
import { send } from '../responses/send'

/** In seconds. */
const comeAgainAfter = { 429: 1, 503: 30 }

/** The status alone: the listener is a script or a frame. */
export function refuse(
  visit: Visit,
  status: 400 | 403 | 404 | 405 | 409 | 429 | 503,
  allow = 'GET, POST',
) {
  send(visit, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...(status === 405 && { allow }),
      ...((status === 429 || status === 503) && { 'retry-after': `${comeAgainAfter[status]}` }),
    },
  })
}

/**
 * 204 for a session that has ended, perhaps while its page asked: EventSource then stops without an
 * error, and typing signs read no response. Source: HTML Standard, 9.2.
 */
export function letGo(visit: Visit) {
  send(visit, { status: 204, headers: {} })
}
