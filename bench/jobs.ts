import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { createKnownIdentity } from '~/domain/site/known-identity'
import { exportCookie } from '~/http/cookies/export.server'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { createJobs } from '~/server/jobs/jobs'
import { createLog } from '~/server/log'
import { demoOwner } from '../development/demo-people'
import { exampleMessage } from '../tests/contracts/examples'
import { sendFiles, written } from '../tests/support/uploads'
import type { Effort, Findings } from './run'
import { signIn } from './signed-in'
import {
  configOf,
  environmentOf,
  makeFolder,
  monitor,
  openStores,
  openTestServer,
  readLoop,
  serverSecret,
  type TestServer,
} from './test-server'
import { watchTicks } from './ticks.mjs'

/** Messages of a conversation there, on average. */
const messagesEach = 5

const day = 86_400_000

/** What one piece of work was. */
interface Work {
  seconds: number
  /** Milliseconds of processor that the longest tick of the event loop took meanwhile. */
  tick: number
}

/**
 * Does what takes long at a large desk, and measures for how long each kind of it keeps the event loop
 * from everybody else: what a server is asked for, and what it does by itself.
 */
export async function jobs({ quick }: Effort): Promise<Findings> {
  const size = (quick ? 10_000 : 100_000) / messagesEach
  const { folder, remove } = await makeFolder()
  const now = new Date()
  await run(folder, ['--import', 'tsx', 'development/seed-large.ts', '--size', String(size)])
  const found = new Map<string, Work>()
  const { cookie, desk } = await signIn(folder, now, demoOwner)
  await ofServer(found, { folder, desk, size, cookie })
  // libsql keeps a file that was closed half open until its statements are swept, and must not meet
  // what another process has written to it since.
  const copy = await makeFolder()
  cpSync(folder, copy.folder, { recursive: true })
  await remove()
  await ofJobs(found, { folder: copy.folder, desk, size, now })
  await copy.remove()
  const figures: Record<string, number> = { messages: size * messagesEach }
  for (const [what, { seconds, tick }] of found) {
    figures[what] = tick
    figures[`${what}, seconds`] = seconds
  }
  return {
    lines: [
      `  ${'messages'.padEnd(34)}${size * messagesEach}`,
      `  ${''.padEnd(34)} longest tick, ms of processor   seconds`,
      ...[...found].map(
        ([what, { seconds, tick }]) =>
          `  ${what.padEnd(34)}${tick.toFixed(1).padStart(31)}${seconds.toFixed(1).padStart(11)}`,
      ),
    ],
    figures,
  }
}

interface Place {
  folder: string
  desk: string
  size: number
}

type Found = Map<string, Work>

/** What people ask a server for. */
async function ofServer(found: Found, { folder, desk, size, ...own }: Place & { cookie: string }) {
  const settings = { FORM_SECONDS: '0' }
  const server = await openTestServer(folder, 0, settings, monitor)
  const context = { config: configOf(folder, 0), now: () => new Date() }
  const exporting = exportCookie.write(context as never, {
    uid: demoOwner.uid,
    desk,
  })
  const cookie = `${own.cookie}; ${exporting.split(';')[0]}`
  const get = (path: string) => ask(server, path, { headers: { cookie } })
  const measure = async (what: string, act: () => Promise<unknown>) => {
    await readLoop(server)
    const begun = performance.now()
    await act()
    const seconds = (performance.now() - begun) / 1_000
    found.set(what, { seconds, tick: (await readLoop(server)).tick })
  }
  const secret = ticketSecret(serverSecret, desk, `start-${size}`)
  const list = '/dashboard/tickets'
  // Its code is compiled before anything is measured.
  for (let round = 0; round < 10; round += 1) await get(list)
  await measure('tickets', () => get(list))
  await measure('search, common word', () => get(`${list}?q=Brot`))
  await measure('search, two words', () => get(`${list}?q=bread+Saturdays`))
  await measure('search, no such word', () => get(`${list}?q=bread+Kanarienvogel`))
  await measure('data export', () => get('/dashboard/settings/export/zip'))
  for (const as of ['html', 'json', 'zip']) {
    await measure(`conversation as ${as}`, () => get(`/chat/download?t=${secret}&as=${as}`))
  }
  await measure('feedback as CSV', () => get('/dashboard/feedback/csv?period=364'))
  const year = new Date().getFullYear() - 1
  await measure('orders as CSV', () => get(`/dashboard/orders/csv?period=${year}`))
  await measure('sitemap', () => get('/sitemap.xml'))
  const large = await photo(6_000, 4_000)
  await measure('picture of 24 megapixels', () => sent(server, `/chat?t=${secret}`, large))
  const chosen = new URLSearchParams({ intent: 'bulk-solve' })
  for (let number = size; number > size - 100; number -= 1) chosen.append('chosen', String(number))
  await measure('marking 100 tickets as done', () =>
    ask(server, list, { method: 'POST', body: chosen, headers: { cookie, origin: server.origin } }),
  )
  await measure('backup', () =>
    run(folder, ['build/server/index.js', 'backup', join(folder, 'backup.tar.gz')]),
  )
  await server.stop()
}

/** What a server does by itself, each at a time of its own. */
async function ofJobs(found: Found, { folder, desk, size, now }: Place & { now: Date }) {
  const config = configOf(folder, 0)
  const services = await openStores(folder)
  const ticks = watchTicks()
  const measure = async (what: string, act: () => Promise<unknown>) => {
    await wait(50)
    ticks.take()
    const begun = performance.now()
    await act()
    // The tick in which it ended is over.
    await wait(5)
    found.set(what, { seconds: (performance.now() - begun) / 1_000, tick: ticks.take() })
  }
  const secret = secretHash(ticketSecret(serverSecret, desk, `start-${size - 1}`))
  const before = new Date(now.getTime() - 2 * day)
  await measure('hiding one conversation', () =>
    services.erasure.hideTicket({ secretHash: secret }, before),
  )
  const long = Array.from({ length: 2_000 }, (_, key) => exampleMessage(`long-${key}`))
  const first = { deskId: desk, number: 1 }
  await Promise.all(long.map((message) => services.tickets.append(first, message, () => ({}))))
  await measure('merging 2,000 messages', () =>
    services.tickets.merge(desk, { source: 1, target: 2 }, () => ({ source: {}, target: {} })),
  )
  await services.desks.saveRetention(demoOwner.uid, 365)
  const siteIdentity = createKnownIdentity(
    services,
    () => new Date(),
    () => 0,
  )
  const jobs = createJobs({ config, services, siteIdentity, log: createLog('error') })
  const goOn = async () => {
    await immediate()
    return true
  }
  const jobContext = { clock: () => new Date(), goOn }
  for (const job of jobs) await measure(`job ${job.name}`, () => job.run(jobContext))
  await measure('hiding an account', () => services.erasure.hideAccount(demoOwner.uid, '', now))
  await services.close()
}

async function ask({ origin }: TestServer, path: string, more: RequestInit): Promise<void> {
  const answer = await fetch(origin + path, { redirect: 'manual', ...more })
  // Read and thrown away piece by piece: an export is larger than memory need be.
  await answer.body?.pipeTo(new WritableStream())
  if (answer.status !== 200 && answer.status !== 303) {
    throw new Error(`${path} was answered with ${answer.status}`)
  }
}

/** Noise, which takes longest to draw. */
function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 }
  return sharp({ create: { width, height, channels: 3, background: '#1d6b4f', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
}

async function sent(server: TestServer, path: string, bytes: Buffer): Promise<void> {
  const file = { name: 'cup.jpg', bytes, type: 'image/jpeg' }
  const { status, text } = await sendFiles(server, path, written('Look'), [file])
  if (status !== 303) throw new Error(`The picture was answered with ${status}: ${text}`)
}

/** Runs a program of Node on the folder until it ends. */
async function run(folder: string, program: string[]): Promise<void> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environmentOf(folder, 0) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program.join(' ')} ended with ${code}`)
}
