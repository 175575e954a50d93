import type { ServerResponse } from 'node:http'
import type { Visit } from '../arrival/visit'
import type { Answer, AnswerHeaders } from './answer'
import { send } from './send'

/** Node's own name for the head that goes before the body; middleware has relied on it since 2011. */
type WithHead = ServerResponse & { _header?: string | null }

interface Written {
  /** Of the clock: the head has a Date. */
  second: number
  head: string
  /** With the body, where it is the same each time. */
  whole?: string
}

const written = new WeakMap<AnswerHeaders, Written>()

/**
 * Sends an answer whose headers are the same object each time, and returns its bytes. Node checks and
 * joins headers at each response, which takes as long as all else that we do; so what it wrote is sent
 * again until its Date is over, in one piece with the body. For a GET of an open connection alone.
 */
export function sendAgain(
  visit: Pick<Visit, 'request' | 'response' | 'context'>,
  answer: Answer,
): number {
  const response: WithHead = visit.response
  const { status, headers, body = '' } = answer
  const second = Math.floor(Date.now() / 1_000)
  const before = written.get(headers)
  const ordinary = response.shouldKeepAlive && response.useChunkedEncodingByDefault
  if (ordinary && before?.second === second) {
    const whole = before.whole ?? before.head + body
    response.statusCode = status
    response._header = whole
    response.end()
    return whole.length
  }
  send(visit, answer)
  const head = response._header ?? ''
  if (ordinary && head !== '') {
    const whole = typeof body === 'string' ? undefined : head + body.toString('latin1')
    written.set(headers, { second, head, whole })
  }
  return head.length + body.length
}
