import { handleLive } from '../live'
import type { Answer } from '../responses/answer'
import { handleEmbed } from '../responses/embed'
import { handlePayment, stripeMessages } from '../responses/payments'
import { send } from '../responses/send'
import { handleSpeculationRules } from '../responses/speculation-rules'
import { comeAgainAfter } from '../responses/unavailable'
import type { Visit } from './visit'

type RawHandler = (visit: Visit) => void | Promise<void>

/** Under any Host: probes know the machine and not the name. */
export const handlersForAnyHost = new Map<string, RawHandler>([
  ['/healthz', (visit) => send(visit, plain(visit.context.health.silence()))],
  [
    '/readyz',
    async (visit) => {
      const { health, stopping } = visit.context
      send(visit, plain(stopping ? 'stopping' : await health.problem()))
    },
  ],
])

/** Under our own hosts only, and only to our own forms when they change something. */
export const handlers = new Map<string, RawHandler>([
  ['/live', handleLive],
  ['/builds/latest.json', handleLatestBuild],
  ['/speculation-rules.json', handleSpeculationRules],
  ['/embed.js', handleEmbed],
  [stripeMessages, (visit) => handlePayment(visit, 'stripe')],
])

function plain(problem?: string): Answer {
  return {
    status: problem === undefined ? 200 : 503,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...(problem !== undefined && { 'retry-after': `${comeAgainAfter}` }),
    },
    body: Buffer.from(problem === undefined ? 'ok\n' : `not now: ${problem}\n`),
  }
}

/** The running build's id for `/builds/latest.json`. The query keeps caches from serving it. */
function handleLatestBuild(visit: Visit) {
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
