import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startFirestoreEmulator } from '../tests/support/firestore-emulator'
import { startRealtimeDatabase } from '../tests/support/realtime-database'
import type { Effort, Findings } from './run'
import {
  beginConversations,
  makeFolder,
  openTestServer,
  type TestServer,
  type Visitor,
} from './test-server'

/** A visitor may write five messages in five seconds. */
const conversations = 240
const desks = 4
const writers = 24
const most = 3

interface Measured {
  /** Messages that were kept, a second. */
  rate: number
  /** Milliseconds of the instances' processor time for one of them. */
  processor: number
  /** Kept messages that a stream at another instance never received. */
  missed: number
}

/** Seconds after which it gives up. */
const longest = { quick: 110, whole: 300 }

/** Milliseconds for one response; the message then counts as not kept. */
const timeoutMs = 20_000

/**
 * Writes as fast as is answered to one, two and three processes on one Firestore emulator and one
 * stand-in for the Realtime Database. Each visitor reads at another process than the next message is
 * written to.
 */
export async function instances({ quick }: Effort): Promise<Findings> {
  const emulator = await startFirestoreEmulator()
  if ('missing' in emulator) throw new Error(`There is no Firestore emulator: ${emulator.missing}`)
  const service = await startRealtimeDatabase()
  const { folder, remove } = await makeFolder()
  const shared = {
    STORE: 'firestore',
    FIRESTORE_DATABASE: `bench-${randomUUID()}`,
    FIRESTORE_EMULATOR_HOST: emulator.host,
    LIVE: 'rtdb',
    FIREBASE_DATABASE_EMULATOR_HOST: service.host,
  }
  const opened: TestServer[] = []

  async function measureEach() {
    const visitors = await beginConversations(folder, desks, conversations / desks, shared)
    const measured: Measured[] = []
    for (let count = 1; count <= most; count += 1) {
      const places = Array.from({ length: count }, (_, index) => join(folder, `${count}-${index}`))
      const counters = await Promise.all(places.map((place) => openTestServer(place, 0, shared)))
      opened.push(...counters)
      measured.push(await measure(counters, visitors, quick ? 5 : 20))
      await Promise.all(counters.map(({ stop }) => stop()))
    }
    return measured
  }

  try {
    return findings(await within(quick ? longest.quick : longest.whole, measureEach()))
  } finally {
    await Promise.all(opened.map(({ kill }) => kill()))
    await remove()
    await service.close()
    await emulator.close()
  }
}

async function within<Result>(seconds: number, work: Promise<Result>): Promise<Result> {
  const late = wait(seconds * 1_000, undefined, { ref: false }).then(() => {
    throw new Error(`It was not done in ${seconds} s: the machine has other work, or it hangs.`)
  })
  return Promise.race([work, late])
}

function findings(measured: Measured[]): Findings {
  const [alone] = measured
  const ratioOf = ({ rate }: Measured) => rate / (alone?.rate ?? Number.NaN)
  return {
    lines: [
      '  processes   messages a second   ratio   processor a message   missed',
      ...measured.map((each, index) =>
        [
          String(index + 1).padStart(11),
          each.rate.toFixed(0).padStart(20),
          ratioOf(each).toFixed(2).padStart(8),
          `${each.processor.toFixed(1)} ms`.padStart(22),
          String(each.missed).padStart(9),
        ].join(''),
      ),
      '  The emulator, the stand-in and the writers share the processors with them.',
    ],
    figures: Object.fromEntries(
      measured.flatMap((each, index) => [
        [`rate${index + 1}`, each.rate],
        [`ratio${index + 1}`, ratioOf(each)],
        [`processor${index + 1}`, each.processor],
        [`missed${index + 1}`, each.missed],
      ]),
    ),
  }
}

async function measure(
  counters: TestServer[],
  visitors: Visitor[],
  seconds: number,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: writers })
  /** Words of messages that were kept and have not arrived. */
  const awaited = new Set<string>()
  const arrived = new Set<string>()
  const streams = await Promise.all(visitors.map((visitor, index) => listen(visitor, index)))
  // Warm: what is measured is a server that has been at work for a while.
  await flood(seconds / 2)
  const before = processorOf(counters)
  const kept = await flood(seconds)
  const processor = (processorOf(counters) - before) / kept
  for (let round = 0; round < 50 && awaited.size > 0; round += 1) await wait(100)
  for (const stream of streams) stream.destroy()
  agent.destroy()
  return { rate: kept / seconds, processor, missed: awaited.size }

  function serverOf(index: number): TestServer {
    const server = counters[index % counters.length]
    if (!server) throw new Error('There is no process')
    return server
  }

  async function listen({ secret, address }: Visitor, index: number): Promise<IncomingMessage> {
    const url = `${serverOf(index + 1).origin}/live?t=${secret}&after=1`
    const asked = get(url, { headers: { 'x-forwarded-for': address } })
    const signal = AbortSignal.timeout(timeoutMs)
    const [answer] = (await once(asked, 'response', { signal })) as [IncomingMessage]
    if (answer.statusCode !== 200) throw new Error(`A stream was refused: ${answer.statusCode}`)
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => {
      for (const [word] of text.matchAll(/bench-[0-9a-f-]{36}/g)) {
        arrived.add(word)
        awaited.delete(word)
      }
    })
    answer.on('error', () => undefined)
    return answer
  }

  /** Returns how many messages were kept. */
  async function flood(duration: number): Promise<number> {
    const end = performance.now() + duration * 1_000
    let next = 0
    let kept = 0
    const writer = async () => {
      while (performance.now() < end) {
        const index = next++ % visitors.length
        const visitor = visitors[index]
        if (visitor && (await post(serverOf(index), visitor))) kept += 1
      }
    }
    await Promise.all(Array.from({ length: writers }, writer))
    return kept
  }

  function post({ origin }: TestServer, { secret, address }: Visitor): Promise<boolean> {
    const word = `bench-${randomUUID()}`
    const body = new URLSearchParams({ key: randomUUID(), body: word, intent: 'send' }).toString()
    return new Promise((resolve, reject) => {
      const headers = {
        origin,
        'x-forwarded-for': address,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
      }
      const sending = request(`${origin}/chat?t=${secret}`, { method: 'POST', agent, headers })
      sending.on('response', (answer) => {
        answer.resume()
        const taken = answer.statusCode === 303
        if (taken && !arrived.has(word)) awaited.add(word)
        answer.on('end', () => resolve(taken))
      })
      sending.on('error', reject)
      sending.setTimeout(timeoutMs, () => {
        resolve(false)
        sending.destroy()
      })
      sending.end(body)
    })
  }
}

/** Milliseconds of processor time that the processes have had. Source: proc(5), at 100 ticks a second. */
function processorOf(counters: TestServer[]): number {
  return counters.reduce((sum, { process }) => {
    const fields =
      readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) * 10
  }, 0)
}
