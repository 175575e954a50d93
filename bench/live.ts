import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type OpenStream, otherLines } from './others/lines'
import type { Effort, Findings } from './run'
import {
  beginConversations,
  makeFolder,
  memoryOf,
  monitor,
  openProgram,
  openTestServer,
  percentile,
  readLoop,
  type TestServer,
  type Visitor,
} from './test-server'

/** A visitor may write a message a second in the long run: fewer would hold the flood back. */
const conversations = 2_500
/** Two browsers of a visitor may listen at once. */
const streamsEach = 2
/** A desk has room for 500 streams, and lets the last ones go to subnets that have none. */
const desks = 20

interface Measured {
  /** Bytes of the server for one stream that hears nothing. */
  perStream: number
  /** Milliseconds from sending a message to its receipt, at the steady pace. */
  median: number
  p99: number
  /** Messages a second that every stream had, when everybody writes as fast as they are answered. */
  flooded: number
  /** Milliseconds of processor for each of them. */
  processor: number
  /** Messages that were refused in the flood, as too many from one visitor. */
  refused: number
  /** Messages that some stream never received. */
  missed: number
}

/**
 * Holds 5,000 streams and measures messages from the POST to the receipt, every one of them committed
 * to the disk before it is acknowledged; alternating with it a bare Node server that syncs them, too, and does
 * nothing else, by a stream of events and, where there is time, by two libraries.
 */
export async function live({ quick }: Effort): Promise<Findings> {
  const seconds = quick ? 3 : 20
  const { folder, remove } = await makeFolder()
  const visitors = await beginConversations(folder, desks, conversations / desks)
  const server = await openTestServer(folder, 0, {}, monitor)
  const bare = await openProgram(['--import', monitor, 'bench/bare-events.mjs', folder])
  const lines = { ours: await openLine(server, visitors), bare: await openLine(bare, visitors) }
  await interleaved(Object.values(lines), seconds)
  const [ours, theirs] = [lines.ours.close(), lines.bare.close()]
  await server.stop()
  await bare.stop()
  const others: [name: string, measured: Measured][] = []
  for (const { name, start, open } of quick ? [] : await otherLines(folder)) {
    const server = await start()
    const line = await openLine(server, visitors, open)
    await interleaved([line], seconds)
    others.push([name, line.close()])
    await server.stop()
  }
  await remove()
  const row = (what: string, of: (each: Measured) => number, unit: string) => {
    const cell = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`.padStart(14)
    const ratio = (of(ours) / of(theirs)).toFixed(2).padStart(8)
    const beside = others.map(([, each]) => cell(of(each))).join('')
    return `  ${what.padEnd(34)}${cell(of(ours))}${cell(of(theirs))}${ratio}${beside}`
  }
  const names = others.map(([name]) => name.padStart(14)).join('')
  return {
    lines: [
      `  ${''.padEnd(34)}${'Tresen'.padStart(14)}${'bare'.padStart(14)}${'ratio'.padStart(8)}${names}`,
      row('memory of a stream', ({ perStream }) => perStream / 1_024, 'kB'),
      row(`POST to receipt, median, ${pace}/s`, ({ median }) => median, 'ms'),
      row('POST to receipt, 99th percentile', ({ p99 }) => p99, 'ms'),
      row('messages when flooded', ({ flooded }) => flooded, '/s'),
      row('processor of each of them', ({ processor }) => processor, 'ms'),
      `  ${conversations * streamsEach} streams; messages that one missed: ${ours.missed}; refused as too many from one visitor: ${ours.refused}`,
      '  All sync each message before they acknowledge it; only Tresen limits, indexes and draws it.',
    ],
    figures: {
      streams: conversations * streamsEach,
      perStream: ours.perStream,
      median: ours.median,
      p99: ours.p99,
      flooded: ours.flooded,
      processor: ours.processor,
      missed: ours.missed,
      refused: ours.refused,
      barePerStream: theirs.perStream,
      bareMedian: theirs.median,
      bareP99: theirs.p99,
      bareFlooded: theirs.flooded,
      bareProcessor: theirs.processor,
      ratio: ours.flooded / theirs.flooded,
      ...Object.fromEntries(
        others.flatMap(([name, each]) =>
          (['perStream', 'median', 'p99', 'flooded', 'processor'] as const).map((field) => [
            `${name}, ${field}`,
            each[field],
          ]),
        ),
      ),
    },
  }
}

/** Messages a second while latency is measured. */
const pace = 50

/** Of messages at that pace, and then of floods, in which each line has its turn. */
const rounds = 3

/** Milliseconds of everybody's writing before anything is measured. */
const warming = 5_000

type Line = Awaited<ReturnType<typeof openLine>>

/** What slows the machine for a while slows all lines. */
async function interleaved(lines: Line[], seconds: number) {
  const steps = [
    (line: Line) => line.write(seconds * pace),
    (line: Line) => line.flood(seconds * 500),
  ]
  for (const step of steps) {
    for (let round = 0; round < rounds; round += 1) for (const line of lines) await step(line)
  }
}

/** Opens all streams on a server, which has been at work for a while then. */
async function openLine(server: TestServer, visitors: Visitor[], openOther?: OpenStream) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  /** When a message was sent, by the word that stands in it, and how many streams had it. */
  const sentAt = new Map<string, { at: number; receipts: number }>()
  const floods = { milliseconds: 0, receipts: 0, processor: 0 }
  let latencies: number[] = []
  let receipts = 0
  let refused = 0

  // What the first streams take is mostly code compiled for all of them.
  const quarter = visitors.length / 4
  const first = await openStreams(visitors.slice(0, quarter))
  await wait(1_000)
  const before = memoryOf(server.process)
  const others = await openStreams(visitors.slice(quarter))
  await wait(1_000)
  const perStream = (memoryOf(server.process) - before) / others.length

  // V8 has compiled most of what a message takes after some five thousand.
  await everybodyWrites(warming)
  await writeSteadily(100)
  await arrived()
  latencies = []
  refused = 0

  return {
    async write(messages: number) {
      await writeSteadily(messages)
      await arrived()
    },
    async flood(milliseconds: number) {
      const steady = latencies
      latencies = []
      receipts = 0
      await readLoop(server)
      const begun = performance.now()
      await everybodyWrites(milliseconds)
      floods.milliseconds += performance.now() - begun
      floods.receipts += receipts
      await arrived()
      floods.processor += (await readLoop(server)).processor
      latencies = steady
    },
    close(): Measured {
      for (const stream of [...first, ...others]) stream.destroy()
      agent.destroy()
      const flooded = floods.receipts / streamsEach
      return {
        perStream,
        median: percentile(latencies, 50),
        p99: percentile(latencies, 99),
        flooded: flooded / (floods.milliseconds / 1_000),
        processor: floods.processor / flooded,
        refused,
        missed: [...sentAt.values()].filter((each) => each.receipts < streamsEach).length,
      }
    },
  }

  async function openStreams(visitors: Visitor[]) {
    const opened: { destroy(): unknown }[] = []
    const one = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
    for (let start = 0; start < visitors.length; start += 50) {
      const some = visitors.slice(start, start + 50)
      const asked = some.flatMap((visitor) => Array.from({ length: streamsEach }, () => visitor))
      const answers = await Promise.all(asked.map((visitor) => listen(visitor, one)))
      opened.push(...answers)
    }
    return opened
  }

  async function listen({ secret, address }: Visitor, one: Agent) {
    if (openOther) return openOther(server, secret, hear)
    const url = `${server.origin}/live?t=${secret}&after=1`
    const asked = get(url, { agent: one, headers: { 'x-forwarded-for': address } })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    if (answer.statusCode !== 200) throw new Error(`A stream was refused: ${answer.statusCode}`)
    answer.setEncoding('utf8')
    answer.on('data', hear)
    return answer
  }

  function hear(text: string) {
    for (const [word] of text.matchAll(/bench-[0-9a-f-]{36}/g)) {
      const sent = sentAt.get(word)
      if (!sent) continue
      sent.receipts += 1
      receipts += 1
      latencies.push(performance.now() - sent.at)
    }
  }

  /** Messages at a steady pace, whatever the answers take. */
  async function writeSteadily(messages: number) {
    const begun = performance.now()
    const answers: Promise<boolean>[] = []
    for (let number = 0; number < messages; number += 1) {
      const due = begun + (number * 1_000) / pace
      const early = due - performance.now()
      if (early > 1) await wait(early)
      const visitor = visitors[number % visitors.length]
      if (visitor) answers.push(post(visitor))
    }
    await Promise.all(answers)
  }

  /** As many at once as there are connections, each as soon as the one before is answered. */
  async function everybodyWrites(milliseconds: number) {
    const end = performance.now() + milliseconds
    let next = 0
    const writer = async () => {
      while (performance.now() < end) {
        const visitor = visitors[next++ % visitors.length]
        if (visitor) await post(visitor)
      }
    }
    await Promise.all(Array.from({ length: 48 }, writer))
  }

  function post({ secret, address }: Visitor): Promise<boolean> {
    const word = `bench-${randomUUID()}`
    const body = new URLSearchParams({ key: randomUUID(), body: word, intent: 'send' }).toString()
    return new Promise((resolve, reject) => {
      const sending = request(`${server.origin}/chat?t=${secret}`, {
        method: 'POST',
        agent,
        headers: {
          origin: server.origin,
          'x-forwarded-for': address,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        },
      })
      sentAt.set(word, { at: performance.now(), receipts: 0 })
      sending.on('response', (answer) => {
        answer.resume()
        const taken = answer.statusCode === 303
        // What was refused, as too much from one visitor, need not arrive.
        if (!taken) {
          sentAt.delete(word)
          refused += 1
        }
        answer.on('end', () => resolve(taken))
      })
      sending.on('error', reject)
      sending.end(body)
    })
  }

  /** Until everything that was taken has arrived everywhere, five seconds at most. */
  async function arrived() {
    for (let round = 0; round < 50; round += 1) {
      if ([...sentAt.values()].every((each) => each.receipts >= streamsEach)) return
      await wait(100)
    }
  }
}
