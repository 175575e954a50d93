import { once } from 'node:events'
import { networkOf, subnetOf } from '~/domain/limits/networks'
import type { LiveEvent, LiveTopic, Unsubscribe } from '~/domain/live/live'
import { addressOf, type Visit } from '../arrival/visit'
import type { AnswerHeaders } from '../responses/answer'
import { writeHead } from '../responses/send'
import type { Listener, OpenStream } from './open-streams'
import { Reader } from './reader'
import { refuse } from './refuse'

export interface StreamForm {
  headers: AnswerHeaders
  /** Sent at once, so that the browser shows the page so far. */
  beginning: string
  /** Written when nothing else is, so that both sides notice a dead connection. */
  heartbeat: string
  /** Asks the browser to reconnect after this many milliseconds. */
  end(comeAgainAfter: number): string
  /** Written instead after `longestPage`. */
  pause?: string
  /** Written instead where a newer stream has replaced this one. */
  giveWay: string
}

export type Write = (text: string) => Promise<void>

export interface StreamSource {
  listener: Omit<Listener, 'network' | 'subnet'>
  topics: LiveTopic[]
  /** Calls `wake` for news that no topic announces, or `fail`; returns how to stop. */
  follow?(wake: () => void, fail: (error: unknown) => void): () => void
  /**
   * Writes what is new; `write` waits for a slow reader. Returns when to read again even if nothing
   * happens, or 'end' where the listener's permission has ended.
   */
  read(events: LiveEvent[], write: Write): Promise<Date | 'end' | undefined>
  /** Called at the beginning and with each heartbeat. */
  beat(): Promise<void>
  /** Called once the stream has been open for `watchedAfter`: somebody is looking at it. */
  watched?(): Promise<void>
  gone?(): Promise<void>
}

/** Bytes handed over at a time, which is all that a slow reader keeps in memory. */
const piece = 64 * 1024

/**
 * Holds a response open and writes what the source reads after events: one reading and one write
 * for all events of a tick of the event loop. Subscribes before the first reading, so that no event
 * is missed.
 */
export function openStream(visit: Visit, form: StreamForm, source: StreamSource) {
  const { openStreams, now } = visit.context
  const address = addressOf(visit)
  const from = { network: networkOf(address), subnet: subnetOf(address) }
  const stream = new Stream(visit, form, source)
  if (openStreams.add(stream, { ...source.listener, ...from }, now())) stream.begin()
  else refuse(visit, 503)
}

/** A class, because thousands are open: each closure would be one more object of each of them. */
class Stream implements OpenStream {
  readonly #reader = new Reader(this)
  #pending: LiveEvent[] = []
  #ended = false
  #nextBeat: NodeJS.Timeout | undefined
  /** By `performance.now`. */
  #endsAt = 0
  #subscriptions: Promise<Unsubscribe>[] = []
  #unfollow: (() => void) | undefined
  #watching: NodeJS.Timeout | undefined

  constructor(
    readonly visit: Visit,
    readonly form: StreamForm,
    readonly source: StreamSource,
  ) {}

  begin() {
    const { request, response, context } = this.visit
    const { longestLife, longestPage, watchedAfter } = context.streamRules
    const life = this.form.pause ? longestPage : longestLife
    this.#endsAt = performance.now() + life
    this.#beatLater()
    const wake = () => this.#reader.wake()
    const fail = (error: unknown) => this.fail(error)
    const hear = (event: LiveEvent) => {
      this.#pending.push(event)
      wake()
    }
    const { topics } = this.source
    this.#subscriptions = topics.map((topic) => context.services.live.subscribe(topic, hear))
    this.#unfollow = this.source.follow?.(wake, fail)
    response.on('close', () => this.#cleanUp())
    // A held response is not idle; the request behind it ended long ago.
    request.socket.setTimeout(0)

    writeHead(this.visit, 200, this.form.headers)
    response.write(this.form.beginning)
    quietly(this.source.beat())
    this.#watching = setTimeout(() => quietly(this.source.watched?.()), watchedAfter)
    Promise.all(this.#subscriptions).then(wake, fail)
  }

  bye() {
    this.#end(this.form.end(Math.round(1_000 + Math.random() * 4_000)))
  }

  giveWay() {
    this.#end(this.form.giveWay)
  }

  async read() {
    const { now, streamRules } = this.visit.context
    const next = await this.source.read(this.#pending.splice(0), (text) => this.#write(text))
    if (next === 'end') return void this.#end(this.form.end(1_000))
    const left = next && next.getTime() - now().getTime()
    // The next beat reads, too.
    return left === undefined || left < streamRules.heartbeatEvery ? left : undefined
  }

  fail(error: unknown) {
    const { context, requestId } = this.visit
    context.log.error({ error: String(error), requestId }, 'live stream')
    this.#end(this.form.end(5_000))
  }

  async #write(text: string) {
    const { request, response, context } = this.visit
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length && !this.#ended; from += piece) {
      if (response.write(bytes.subarray(from, from + piece))) continue
      // Node cuts off a connection whose reader takes nothing for this long.
      request.socket.setTimeout(context.streamRules.longestBlock)
      await once(response, 'drain')
      if (!this.#ended) request.socket.setTimeout(0)
    }
  }

  /** Not all at once where many came at once, as after a start: each beat takes some 50 µs. */
  #beatLater() {
    const { heartbeatEvery } = this.visit.context.streamRules
    const next = heartbeatEvery * (0.8 + Math.random() / 5)
    const left = this.#endsAt - performance.now()
    this.#nextBeat = setTimeout(() => this.#beat(), Math.max(0, Math.min(next, left)))
  }

  #beat() {
    const { response } = this.visit
    const { pause, heartbeat } = this.form
    if (performance.now() >= this.#endsAt) return pause ? this.#end(pause) : this.bye()
    if (!response.writableNeedDrain) response.write(heartbeat)
    this.#reader.wake()
    quietly(this.source.beat())
    this.#beatLater()
  }

  #end(farewell: string) {
    if (this.#ended) return
    const { request, response, context } = this.visit
    // A reader that does not even take the end is cut off.
    request.socket.setTimeout(context.streamRules.longestBlock)
    response.end(farewell)
    this.#cleanUp()
  }

  #cleanUp() {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#nextBeat)
    clearTimeout(this.#watching)
    this.#reader.stop()
    this.visit.context.openStreams.remove(this)
    for (const each of this.#subscriptions) quietly(each.then((unsubscribe) => unsubscribe()))
    this.#unfollow?.()
    quietly(this.source.gone?.())
  }
}

/** A sign of life that could not be noted is followed by another. */
function quietly(doing: Promise<void> | undefined) {
  doing?.catch(() => undefined)
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
