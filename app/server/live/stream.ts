import type { LiveEvent, LiveTopic } from '~/domain/live'
import type { AnswerHeaders } from '../answer'
import type { OpenStream } from '../context'
import { writeHead } from '../send'
import type { Visit } from '../visit'

/** How a stream is written: as events for a script, or as a page that goes on and on. */
export interface StreamForm {
  headers: AnswerHeaders
  /** Written at once, so that the browser shows what is there. */
  beginning: string
  /** Written when nothing else is, so that both sides notice a dead line. */
  heartbeat: string
  /** Written at the end: asks the browser to come again after about so many milliseconds. */
  end(comeAgainAfter: number): string
}

export interface StreamSource {
  topics: LiveTopic[]
  /** What there is to write since the last time, empty for nothing; undefined ends the stream. */
  read(events: LiveEvent[]): Promise<string | undefined>
  /** Called with each heartbeat. */
  beat?(): Promise<void>
}

/** Milliseconds. */
const heartbeatEvery = 15_000
const longestLife = 15 * 60_000
/** Bytes that may wait for a slow reader before it is cut off; it comes again and misses nothing. */
const longestBuffer = 256 * 1024
/** Streams of one process; whoever comes after is told to come again. */
export const mostStreams = 10_000

/**
 * Holds a response open and writes what the source reads after each event. All events of one turn of
 * the event loop are answered by one reading and one write. It listens before it reads for the first
 * time, so that nothing falls between the two.
 */
export function openStream(visit: Visit, form: StreamForm, source: StreamSource) {
  const { request, response, context } = visit
  const pending: LiveEvent[] = []
  let due = true
  let reading = false
  let ended = false

  const leave = source.topics.map((topic) =>
    context.services.live.subscribe(topic, (event) => {
      pending.push(event)
      due = true
      setImmediate(flush)
    }),
  )
  const stream: OpenStream = { bye: () => end(1_000 + Math.random() * 4_000) }
  context.openStreams.add(stream)
  const beating = setInterval(beat, heartbeatEvery)
  const ageing = setTimeout(stream.bye, longestLife)
  response.once('close', cleanUp)
  // A held response is not idle, and the request behind it is long complete.
  request.socket.setTimeout(0)

  writeHead(visit, 200, form.headers)
  response.write(form.beginning)
  flush()

  async function flush() {
    if (reading || ended) return
    reading = true
    try {
      while (due && !ended) {
        due = false
        const text = await source.read(pending.splice(0))
        if (text === undefined) end(1_000)
        else if (text) write(text)
      }
    } catch (error) {
      context.log.error({ error: String(error), requestId: visit.requestId }, 'live stream')
      end(5_000)
    }
    reading = false
  }

  async function beat() {
    write(form.heartbeat)
    await source.beat?.().catch(() => {})
  }

  function write(text: string) {
    if (ended || response.destroyed) return
    response.write(text)
    if (response.writableLength > longestBuffer) response.destroy()
  }

  function end(comeAgainAfter: number) {
    if (ended) return
    ended = true
    response.end(form.end(Math.round(comeAgainAfter)))
    cleanUp()
  }

  function cleanUp() {
    ended = true
    clearInterval(beating)
    clearTimeout(ageing)
    context.openStreams.delete(stream)
    for (const unsubscribe of leave) unsubscribe()
  }
}

/** Server-sent events. Source: HTML Standard, 9.2. */
export const events: StreamForm = {
  headers: {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  },
  beginning: 'retry: 2000\n\n',
  heartbeat: ':\n\n',
  end: (comeAgainAfter) => `retry: ${comeAgainAfter}\n\n`,
}

/** One event, its data over as many lines as it has. */
export function event(data: string, { name, id }: { name?: string; id?: number } = {}): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
  return `${name ? `event: ${name}\n` : ''}${id === undefined ? '' : `id: ${id}\n`}${lines.join('')}\n`
}
