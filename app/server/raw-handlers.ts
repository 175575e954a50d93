import type { Answer } from './answer'
import { handleEmbed } from './embed'
import { handleLatestBuild } from './latest-build'
import { handleLive } from './live'
import { handlePayment, stripeMessages } from './payments'
import { send } from './send'
import { handleSpeculationRules } from './speculation-rules'
import type { Visit } from './visit'

/** Answers a request itself, without Remix. What it writes begins with `writeHead`. */
export type RawHandler = (visit: Visit) => void | Promise<void>

/** Served under any Host: who asks for them knows the machine and not the name. */
export const handlersForAnyHost = new Map<string, RawHandler>([
  ['/healthz', (visit) => send(visit, plain(visit.context.health.isAlive()))],
  [
    '/readyz',
    async (visit) => {
      const { health, stopping } = visit.context
      send(visit, plain(!stopping && (await health.isReady())))
    },
  ],
])

/** Served under our own names alone, and only to forms of ours when they change something. */
export const handlers = new Map<string, RawHandler>([
  ['/live', handleLive],
  ['/builds/latest.json', handleLatestBuild],
  ['/speculation-rules.json', handleSpeculationRules],
  ['/embed.js', handleEmbed],
  [stripeMessages, (visit) => handlePayment(visit, 'stripe')],
])

function plain(well: boolean): Answer {
  return {
    status: well ? 200 : 503,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(well ? 'ok\n' : 'not now\n'),
  }
}
