import { handleLive } from '../live'
import type { Answer } from '../responses/answer'
import { handleEmbed } from '../responses/embed'
import { send } from '../responses/send'
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
  ['/embed.js', handleEmbed],
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
