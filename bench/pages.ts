import { setTimeout as wait } from 'node:timers/promises'
import { legalFile } from '../tests/support/legal'
import { secretOf, writeDesk } from './growth-desk'
import { askOnce, load, type Question } from './load'
import { openNext, openUsualRemix } from './others/others'
import type { Effort, Findings } from './run'
import { signIn } from './signed-in'
import {
  makeFolder,
  memoryOf,
  monitor,
  openProgram,
  openTestServer,
  percentile,
  readLoop,
  type TestServer,
} from './test-server'

const connections = 32
const rounds = 3
/** Milliseconds: V8 compiles what drawing a page takes over its first thousands, most of it for all pages. */
const warming: Record<string, number> = {
  'rendered: conversation': 4_000,
  dashboard: 10_000,
  tickets: 4_000,
}

interface Measured {
  /** Responses a second. */
  rate: number
  /** Milliseconds of processor an answer. */
  processor: number
  p50: number
  p99: number
}

/**
 * Pages as they are asked for most, beside a bare server that sends the same bytes with the same
 * headers, in turns within one run, and, where there is time, a shop's page of twelve cards as others set
 * it up. Processor time is what other work on the machine does not falsify.
 */
export async function pages({ quick }: Effort): Promise<Findings> {
  const span = quick ? 300 : 3_000
  const { folder, remove } = await makeFolder()
  writeDesk(folder, 1_000, new Date())
  const { cookie, desk } = await signIn(folder, new Date())
  const settings = { LEGAL: legalFile(folder), LOG_LEVEL: 'info' }
  const ours = await openTestServer(folder, 0, settings, monitor)
  const bare = await openProgram(['--import', monitor, 'bench/bare-pages.mjs'])
  const cart = await cartOf(ours)
  const asked: Record<string, Question> = {
    'cached: home': { target: '/' },
    'cached: home, German': { target: '/de' },
    'cached: shop': { target: '/shop' },
    'cached: login': { target: '/login' },
    'cached: sign-up': { target: '/signup' },
    'rendered: chat': { target: '/chat' },
    'rendered: not found': { target: '/nowhere' },
    'cached: product': { target: '/shop?item=set-up-hour' },
    'rendered: conversation': { target: `/chat?t=${secretOf(desk, 60)}` },
    'rendered: shop with a cart': { target: '/shop', cookie: cart },
    'rendered: checkout': { target: '/shop/checkout', cookie: cart },
    dashboard: { target: '/dashboard', cookie },
    tickets: { target: '/dashboard/tickets', cookie },
  }
  const lines = [
    `  ${''.padEnd(26)}  answers/s    bare  ratio    µs of processor  ratio   p50    p99 ms   bytes`,
  ]
  const figures: Record<string, number> = {}
  const tools = quick ? [] : [await openUsualRemix(), await openNext()]
  const others = tools.flatMap((other) => other ?? [])
  const measured = [
    ...Object.entries(asked).map(([name, question]) => ({ name, server: ours, question })),
    ...others.flatMap(({ server, targets }) =>
      Object.entries(targets).map(([name, target]) => ({ name, server, question: { target } })),
    ),
  ]
  for (const { name, server, question } of measured) {
    const { status, headers, body } = await askOnce(server.origin, question)
    const sent = { target: question.target, status, headers, body: body.toString('base64') }
    bare.process.send?.(sent)
    const found = { asked: [] as Measured[], bare: [] as Measured[] }
    await measure(server, question, warming[name] ?? 2 * span)
    await measure(bare, question, 2 * span)
    for (let round = 0; round < rounds; round += 1) {
      found.asked.push(await measure(server, question, span))
      found.bare.push(await measure(bare, question, span))
    }
    const [one, other] = [medians(found.asked), medians(found.bare)]
    const ratio = one.rate / other.rate
    const effort = other.processor / one.processor
    const cells = [
      name.padEnd(26),
      one.rate.toFixed(0).padStart(11),
      other.rate.toFixed(0).padStart(8),
      ratio.toFixed(3).padStart(7),
      `${(one.processor * 1e3).toFixed(0)} / ${(other.processor * 1e3).toFixed(0)}`.padStart(18),
      effort.toFixed(3).padStart(7),
      one.p50.toFixed(1).padStart(6),
      one.p99.toFixed(1).padStart(7),
      String(body.length).padStart(9),
    ]
    lines.push(`  ${cells.join('')}`)
    Object.assign(figures, {
      [name]: one.rate,
      [`${name}, ratio`]: ratio,
      [`${name}, ratio of processor`]: effort,
      [`${name}, p99`]: one.p99,
      [`${name}, bytes`]: body.length,
    })
  }
  const running = [ours, bare, ...others.map(({ server }) => server)]
  const held = running.map(({ process }) => memoryOf(process) / 2 ** 20)
  await Promise.all(running.map((each) => each.stop()))
  await remove()
  const start = await starts()
  lines.push(
    `  memory, MB: ${held.map((each) => each.toFixed(0)).join(' beside ')}`,
    `  start to ready with an empty store, ms: ${start.map((each) => each.toFixed(0)).join(' beside ')}`,
    `  ${connections} connections, medians of ${rounds} rounds of ${span} ms; the second of each is bare, then others in order.`,
  )
  return { lines, figures: { ...figures, memory: held[0] ?? 0, start: start[0] ?? 0 } }
}

async function measure(server: TestServer, question: Question, span: number): Promise<Measured> {
  await readLoop(server)
  const { rate, spans } = await load(server.origin, question, connections, span)
  const { processor } = await readLoop(server)
  return {
    rate,
    processor: processor / spans.length,
    p50: percentile(spans, 50),
    p99: percentile(spans, 99),
  }
}

function medians(all: Measured[]): Measured {
  const of = (read: (each: Measured) => number) => percentile(all.map(read), 50)
  return {
    rate: of(({ rate }) => rate),
    processor: of(({ processor }) => processor),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
  }
}

/** Milliseconds until our server and the bare one are open: each three times, in turns. */
async function starts(): Promise<number[]> {
  const found: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const { folder, remove } = await makeFolder()
    const open = [() => openTestServer(folder), () => openProgram(['bench/bare-pages.mjs'])]
    for (const [index, one] of open.entries()) {
      const begun = performance.now()
      const server = await one()
      found[index]?.push(performance.now() - begun)
      await server.stop()
    }
    await remove()
    await wait(100)
  }
  return found.map((each) => percentile(each, 50))
}

/** The cookie of somebody who has put something into the cart. */
async function cartOf({ origin }: TestServer): Promise<string> {
  const body = new URLSearchParams({ intent: 'add', product: 'set-up-hour', quantity: '1' })
  const headers = { origin }
  const answer = await fetch(`${origin}/shop`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  })
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}
