import { readdirSync, statSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { mostPipelined } from '~/server/door'
import { startAuthEmulator } from '../development/auth-emulator'
import { legalFile } from '../tests/support/legal'
import {
  type Known,
  type Outcome,
  pathsOfRoutes,
  randomFrom,
  rawPaths,
  type StrangeRequest,
  send,
  strangeRequest,
} from '../tests/support/stranger'
import { hiddenIn } from '../tests/support/till'
import { watchOthers } from './bystanders'
import { floods } from './floods'
import type { Effort, Findings } from './run'
import {
  beginConversations,
  makeFolder,
  monitor,
  openTestServer,
  percentile,
  readLoop,
  type TestServer,
} from './test-server'

const seed = 20_261_122

/** Milliseconds within which each page of other people should be there. */
const wanted = 200

/** Milliseconds for which their pages are measured before the stranger comes. */
const quietFor = 5_000

/** Answers to sign-ups take a second each, whatever they say: so many are waited for at once. */
const signUpsAtOnce = 64

const password = 'kettle-on-the-stove'
const address = { name: 'K', street: 'Weg 1', postcode: '12345', city: 'Ort', country: 'DE' }

/**
 * What a stranger does to a server in an hour, in as short a time as it takes: requests that are wrong
 * in every way over all routes, orders, tries to sign up, and readers who take what they asked for as
 * slowly as they can; and then forms without end. Counts the answers that are the server’s fault, and how long other people wait.
 */
export async function stranger({ quick }: Effort): Promise<Findings> {
  const efforts = quick
    ? { requests: 1_000, orders: 50, signUps: 300, readers: 50, subnets: 1_000 }
    : { requests: 30_000, orders: 1_000, signUps: 10_000, readers: 500, subnets: 10_000 }
  const { folder, remove } = await makeFolder()
  const identity = await startAuthEmulator({ projectId: 'demo-tresen' })
  const [visitor] = await beginConversations(folder, 1, 1)
  const conversation = `/chat?t=${visitor?.secret}`
  const settings = { LEGAL: legalFile(folder), FIREBASE_AUTH_EMULATOR_HOST: identity.host }
  const testServer = await openTestServer(folder, 0, settings, monitor)
  const { origin } = testServer
  const random = randomFrom(seed)
  const agent = new Agent({ keepAlive: true })
  const answers = new Map<number, number>()
  let placed = 0

  const owner = await fetch(`${origin}/signup`, formOf({ email: 'owner@example.com', password }))
  const session = owner.headers.getSetCookie().find((each) => each.startsWith('sid='))
  const known = {
    origin,
    cookies: [session?.split(';')[0] ?? ''],
    addresses: [conversation],
  } satisfies Known
  const paths = [...pathsOfRoutes().all, ...rawPaths].flatMap((path) =>
    languages.map((language) => localizedPath(path, language)),
  )

  const quiet = watchOthers(origin, conversation)
  await wait(quietFor)
  const before = await quiet.stop()
  await readLoop(testServer)
  const own = monitorEventLoopDelay({ resolution: 1 })
  own.enable()
  const readers = openSlowReaders(origin, efforts.readers)
  const others = watchOthers(origin, conversation)
  const begun = performance.now()
  await Promise.all([
    times(efforts.requests, 8, () => count(strangeRequest(random, paths, known))),
    times(efforts.orders, 4, order),
    times(efforts.signUps, signUpsAtOnce, (index) =>
      count(postOf('/signup', { email: `stranger-${index}@example.com`, password })),
    ),
  ])
  const seconds = (performance.now() - begun) / 1_000
  const waits = await others.stop()
  own.disable()
  const server = await readLoop(testServer)
  const held = readers.filter(({ destroyed }) => !destroyed).length
  const alive = testServer.process.exitCode === null && (await isAlive(testServer))
  for (const each of readers) each.destroy()
  agent.destroy()
  await testServer.stop()
  await identity.stop()
  await remove()
  const flooded = await floods(efforts)

  const faults = answers.get(500) ?? 0
  const late = waits.filter(({ milliseconds }) => milliseconds > wanted).length
  const unanswered = waits.filter(({ status }) => status !== 200).length
  const took = (each: Outcome[]) => each.map(({ milliseconds }) => milliseconds)
  const [all, calm] = [took(waits), took(before)]
  const pair = (...both: number[]) => both.map((each) => each.toFixed(1)).join(', ')
  const row = (what: string, value: number | string) => `  ${what.padEnd(40)}${value}`
  return {
    lines: [
      row('seed', seed),
      row('seconds', seconds.toFixed(1)),
      row('orders, of them placed', `${efforts.orders}, ${placed}`),
      row('tries to sign up, slow readers', `${efforts.signUps}, ${held}`),
      ...[...answers]
        .sort()
        .map(([status, many]) => row(`answers of ${status || 'none: cut'}`, many)),
      row('the process is', alive ? 'alive' : 'gone'),
      row('pages of other people', waits.length),
      row('  99th percentile before, ms', percentile(calm, 99).toFixed(1)),
      row('  median, ms', percentile(all, 50).toFixed(1)),
      row('  99th percentile, ms', percentile(all, 99).toFixed(1)),
      row('  longest, ms', Math.max(...all).toFixed(1)),
      row('  in the server: 99th percentile, ms', percentile(server.marked, 99).toFixed(1)),
      row('  in the server: longest, ms', Math.max(...server.marked).toFixed(1)),
      row(`  later than ${wanted} ms`, late),
      row('  not shown', unanswered),
      row('event loop: 99th percentile, longest, ms', pair(server.p99, server.longest)),
      row('  longest tick, ms of processor', server.tick.toFixed(1)),
      row('  this benchmark’s own', pair(own.percentile(99) / 1e6, own.max / 1e6)),
      'floods',
      ...flooded.lines,
    ],
    figures: {
      ...efforts,
      ...flooded.figures,
      seed,
      seconds,
      placed,
      faults,
      alive: Number(alive),
      others: waits.length,
      median: percentile(all, 50),
      p99: percentile(all, 99),
      p99Before: percentile(calm, 99),
      longest: Math.max(...all),
      serverP99: percentile(server.marked, 99),
      serverLongest: Math.max(...server.marked),
      loopLongest: server.longest,
      tick: server.tick,
      ownLongest: own.max / 1e6,
      late,
      unanswered,
    },
  }

  /** Sends it from one of many networks and counts the answer; returns what it set, if it was read. */
  async function count(question: StrangeRequest): Promise<void> {
    const headers = { 'X-Forwarded-For': anyAddress(random), ...question.headers }
    const { status } = await send(origin, { ...question, headers }, agent)
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }

  async function order(): Promise<void> {
    const from = anyAddress(random)
    const add = { intent: 'add', product: 'set-up-hour', quantity: '1' }
    const added = await ask('/shop', from, formOf(add))
    await added.arrayBuffer()
    const cookie = added.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const page = await (await ask('/shop/checkout', from, { headers: { cookie } })).text()
    const email = `${Math.floor(random() * 20)}@example.com`
    const buyer = { email, payment: 'bank-transfer', consent: 'on', ...address }
    const form = formOf({ ...hiddenIn(page), ...buyer, intent: 'order' }, cookie)
    const answer = await ask('/shop/checkout', from, form)
    await answer.arrayBuffer()
    if (answer.status === 303) placed += 1
  }

  async function ask(path: string, from: string, { headers, ...question }: Question) {
    const all = { ...headers, 'X-Forwarded-For': from }
    const answer = await fetch(origin + path, { ...question, headers: all, redirect: 'manual' })
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
    return answer
  }

  function formOf(form: Record<string, string>, cookie = ''): Question & { redirect: 'manual' } {
    const headers = { Origin: origin, Cookie: cookie }
    return { method: 'POST', headers, body: new URLSearchParams(form), redirect: 'manual' }
  }

  function postOf(path: string, form: Record<string, string>): StrangeRequest {
    const headers = { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' }
    return { method: 'POST', path, headers, body: String(new URLSearchParams(form)) }
  }
}

interface Question {
  method?: string
  headers: Record<string, string>
  body?: URLSearchParams
}

/** Does something so many times, so many at once. */
async function times(count: number, atOnce: number, act: (index: number) => Promise<void>) {
  let index = 0
  const work = async () => {
    while (index < count) {
      index += 1
      await act(index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** One of 200 networks' addresses. */
function anyAddress(random: () => number): string {
  return `198.18.${Math.floor(random() * 200)}.7`
}

/** Readers who ask for the largest file again and again and take hardly anything of it. */
function openSlowReaders(origin: string, count: number): Socket[] {
  const { hostname, port, host } = new URL(origin)
  const folder = 'build/client/assets'
  const [largest] = readdirSync(folder)
    .map((name) => ({ name, size: statSync(join(folder, name)).size }))
    .sort((one, other) => other.size - one.size)
  const question = `GET /assets/${largest?.name} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(question.repeat(mostPipelined)),
    )
    socket.on('error', () => socket.destroy())
    // What has come is left where it is: nothing listens for data.
    socket.on('readable', () => undefined)
    return socket
  })
}

async function isAlive({ origin }: TestServer): Promise<boolean> {
  const { status } = await fetch(`${origin}/readyz`).catch(() => ({ status: 0 }))
  return status === 200
}
