import type { LiveEvent, LiveTopic } from '~/domain/live/live'
import { networkOf, subnetOf } from '~/http/limits/networks'
import { clientAddress } from '../arrival/load-context'
import type { Visit } from '../arrival/visit'
import type { AnswerHeaders } from '../responses/answer'
import { writeHead } from '../responses/send'
import type { Listener } from './open-streams'
import { createReader } from './reader'
import { refuse } from './refuse'

export interface StreamForm {
  headers: AnswerHeaders
  /** Written at once, so that the browser shows what is there. */
  beginning: string
  /** Written when nothing else is, so that both sides notice a dead connection. */
  heartbeat: string
  /** Asks the browser to come again after so many milliseconds. */
  end(comeAgainAfter: number): string
  /** Written instead after `longestPage`. */
  pause?: string
  /** Written instead where a newer stream has replaced this one. */
  giveWay: string
}

export interface StreamSource {
  listener: Omit<Listener, 'network' | 'subnet'>
  topics: LiveTopic[]
  /** Calls `wake` for news that no topic announces; returns how to stop. */
  follow?(wake: () => void): () => void
  /**
   * Writes what is new; `write` waits for a slow reader. Returns when to read again even if nothing
   * happens, or 'end' where the listener's permission has ended.
   */
  read(
    events: LiveEvent[],
    write: (text: string) => Promise<void>,
  ): Promise<Date | 'end' | undefined>
  /** Called for each event, before anybody reads for it. */
  heard?(): void
  /** Called at the beginning and with each heartbeat. */
  beat(): Promise<void>
  gone?(): Promise<void>
}

/** Bytes handed over at a time, which is all that a slow reader keeps in memory. */
const piece = 64 * 1024

/**
 * Holds a response open and writes what the source reads after events: one reading and one write
 * for all events of a turn of the event loop. Subscribes before the first reading, so that no event
 * is missed.
 */
export function openStream(visit: Visit, form: StreamForm, source: StreamSource) {
  const { request, response, context } = visit
  const { heartbeatEvery, longestLife, longestPage, longestBlock } = context.streamRules
  const address = clientAddress(
    request.headers,
    request.socket.remoteAddress ?? '',
    context.config.trustProxy,
  )
  const bye = () => end(form.end(comeAgain(1_000, 5_000)))
  const leave = context.openStreams.add(
    { bye, giveWay: () => end(form.giveWay) },
    { ...source.listener, network: networkOf(address), subnet: subnetOf(address) },
    context.now(),
  )
  if (!leave) return refuse(visit, 503)

  const pending: LiveEvent[] = []
  let ended = false
  const reader = createReader({ read, fail, now: context.now })
  const subscriptions = source.topics.map((topic) =>
    context.services.live.subscribe(topic, (event) => {
      pending.push(event)
      source.heard?.()
      reader.wake()
    }),
  )
  const unfollow = source.follow?.(reader.wake)
  const beating = setInterval(beat, heartbeatEvery)
  const { pause } = form
  const ageing = pause ? setTimeout(() => end(pause), longestPage) : setTimeout(bye, longestLife)
  response.once('close', cleanUp)
  // A held response is not idle; the request behind it ended long ago.
  request.socket.setTimeout(0)

  writeHead(visit, 200, form.headers)
  response.write(form.beginning)
  quietly(source.beat())
  Promise.all(subscriptions).then(reader.wake, fail)

  async function read() {
    const next = await source.read(pending.splice(0), write)
    if (next !== 'end') return next
    end(form.end(1_000))
  }

  function fail(error: unknown) {
    context.log.error({ error: String(error), requestId: visit.requestId }, 'live stream')
    end(form.end(5_000))
  }

  async function write(text: string) {
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length && !ended; from += piece) {
      if (!response.write(bytes.subarray(from, from + piece))) await drained()
    }
  }

  function drained(): Promise<void> {
    return new Promise((resolve) => {
      const impatience = setTimeout(() => response.destroy(), longestBlock)
      const done = () => {
        clearTimeout(impatience)
        response.off('drain', done).off('close', done)
        resolve()
      }
      response.once('drain', done).once('close', done)
    })
  }

  function beat() {
    if (!response.writableNeedDrain) response.write(form.heartbeat)
    quietly(source.beat())
  }

  function end(farewell: string) {
    if (ended) return
    // A reader who does not even take the end is cut off.
    request.socket.setTimeout(longestBlock)
    response.end(farewell)
    cleanUp()
  }

  function cleanUp() {
    if (ended) return
    ended = true
    clearInterval(beating)
    clearTimeout(ageing)
    reader.stop()
    leave?.()
    for (const each of subscriptions) quietly(each.then((unsubscribe) => unsubscribe()))
    unfollow?.()
    quietly(source.gone?.())
  }
}

/** A sign of life that could not be noted is followed by another. */
function quietly(doing: Promise<void> | undefined) {
  doing?.catch(() => undefined)
}

function comeAgain(least: number, most: number): number {
  return Math.round(least + Math.random() * (most - least))
}

/** Server-sent events. Source: HTML Standard, 9.2. */
export const events: StreamForm = {
  headers: {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  },
  beginning: 'retry: 2000\n\n',
  // An event rather than a comment, which a script would not hear: its absence shows a dead
  // connection.
  heartbeat: 'event: beat\ndata: 0\n\n',
  end: (comeAgainAfter) => `retry: ${comeAgainAfter}\n\n`,
  // Two windows too many must not keep pushing each other out.
  giveWay: 'retry: 30000\n\n',
}
