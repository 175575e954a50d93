import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../development/app-process'
import { launchBrowser } from '../tests/support/chromium'
import { legalFile } from '../tests/support/legal'
import { writeDesk } from './growth-desk'
import type { Effort, Findings } from './run'
import { signIn } from './signed-in'
import { laySlowLine, type SlowLine } from './slow-line'
import { makeFolder, openProgram, openTestServer, percentile } from './test-server'

const slowness = { roundTrip: 400, bitsPerSecond: 400_000, segments: 10 }

/** Times slower than this machine. */
const processor = 4

/** Milliseconds after which a page counts as loaded although it still asks for something. */
const longest = 15_000

interface Painted {
  /** Milliseconds since the address was opened. */
  first: number
  largest: number
  /** The whole document is there: a form without scripts works. */
  form: number
  loaded: number
  /** Until then, in kB. */
  requests: number
  sent: number
  /** With the rooms that a page warms up once it is there. */
  allRequests: number
  allSent: number
}

const columns = {
  first: 'first ms',
  largest: 'largest',
  form: 'form',
  loaded: 'loaded',
  requests: 'requests',
  sent: 'kB',
  allRequests: 'all',
  allSent: 'kB',
} satisfies Record<keyof Painted, string>

/** What the page has noted of itself; the observer sees what was painted before it was asked. */
declare global {
  var painted: number | undefined
}

/**
 * First visits in Chromium over a slow line with a slow processor, beside pages from a bare server: a
 * headline and a paragraph, and all that the home page says, without a style and with it. As people do,
 * each visit comes from a page of another site: Chromium changes the process then, for every page.
 * From an empty tab it does so only for one whose Cross-Origin-Opener-Policy asks for it.
 */
export async function paint({ quick }: Effort): Promise<Findings> {
  const rounds = quick ? 1 : 5
  const { folder, remove } = await makeFolder()
  writeDesk(folder, 1_000, new Date())
  const { cookie } = await signIn(folder, new Date())
  const port = await freePort()
  const line = await laySlowLine(port, slowness)
  const settings = { LEGAL: legalFile(folder), PUBLIC_ORIGIN: line.origin }
  const ours = await openTestServer(folder, port, settings)
  const home = await (await fetch(ours.origin)).text()
  const icon = '<link rel="icon" href="data:,">'
  const head = '<!doctype html><html lang="en"><title>Bare</title>'
  const empty = await openBare(`${head}${icon}<h1>Bare</h1><p>A page.</p></html>`)
  const loading = /<(style|script)\b.*?<\/\1>|<link\b[^>]*>/gs
  const words = home.replaceAll(loading, '').replace('</title>', `$&${icon}`)
  const bare = await openBare(words)
  const [style = ''] = /<style>.*?<\/style>/s.exec(home) ?? []
  const styled = await openBare(words.replace('</head>', () => `${style}</head>`))
  const asked: [string, SlowLine, string, string?][] = [
    ['bare', bare.line, '/'],
    ['empty', empty.line, '/'],
    ['styled', styled.line, '/'],
    ['home', line, '/'],
    ['shop', line, '/shop'],
    ['product', line, '/shop?item=set-up-hour'],
    ['chat', line, '/chat'],
    ['login', line, '/login'],
    ['dashboard', line, '/dashboard', cookie],
    ['tickets', line, '/dashboard/tickets', cookie],
  ]
  const browser = await launchBrowser()
  const found = new Map<string, Painted[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, over, path, signedIn] of asked) {
      const measured = await visit(browser, empty.elsewhere, over, path, signedIn)
      found.set(name, [...(found.get(name) ?? []), measured])
    }
  }
  await browser.close()
  line.close()
  await Promise.all([ours, empty, bare, styled].map((server) => server.stop()))
  await remove()
  const medians = [...found].map(([name, all]) => [name, medianOf(all)] as const)
  const floor = medians[0]?.[1].first ?? Number.NaN
  const fields = Object.keys(columns) as (keyof Painted)[]
  const row = (name: string, cells: string[]) =>
    `  ${name.padEnd(10)}${cells.map((cell) => cell.padStart(9)).join('')}`
  return {
    lines: [
      row('', [...Object.values(columns), 'of bare']),
      ...medians.map(([name, painted]) => {
        const cells = fields.map((field) => painted[field].toFixed(0))
        return row(name, [...cells, (painted.first / floor).toFixed(2)])
      }),
      `  ${slowness.roundTrip} ms there and back, ${slowness.bitsPerSecond / 1_000} kbit/s, ${slowness.segments} segments at first, a processor ${processor} times slower; medians of first visits: ${rounds}.`,
    ],
    figures: Object.fromEntries(
      medians.flatMap(([name, painted]) => [
        ...fields.map((field) => [`${name}, ${field}`, painted[field]] as const),
        [`${name}, first of bare`, painted.first / floor] as const,
      ]),
    ),
  }
}

/** A bare server at the end of a slow line, with this page at `/`. */
async function openBare(page: string) {
  const server = await openProgram(['bench/bare-pages.mjs'])
  server.process.send?.({
    target: '/',
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
    body: brotliCompressSync(page).toString('base64'),
  })
  const { port } = new URL(server.origin)
  const line = await laySlowLine(Number(port), slowness)
  const stop = () => {
    line.close()
    return server.stop()
  }
  /** Another site, without a line between. */
  const elsewhere = `http://localhost:${port}`
  return { line, elsewhere, stop }
}

/** With nothing kept from before. */
async function visit(
  browser: Browser,
  elsewhere: string,
  line: SlowLine,
  path: string,
  signedIn?: string,
): Promise<Painted> {
  const context = await browser.newContext({ locale: 'en-GB' })
  if (signedIn) {
    const [name = '', value = ''] = signedIn.split(/=(.*)/)
    await context.addCookies([{ name, value, url: line.origin }])
  }
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: processor })
  await page.goto(elsewhere)
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      globalThis.painted = list.getEntries().at(-1)?.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  let requests = 0
  page.on('request', () => {
    requests += 1
  })
  line.received()
  const address = line.origin + path
  const answering = page.waitForResponse(address)
  const loading = page.waitForEvent('load', { timeout: 60_000 })
  await page.evaluate((to) => void setTimeout(() => location.assign(to)), address)
  const status = (await answering).status()
  if (status !== 200) throw new Error(`${path} is answered ${status}`)
  await loading
  const [asked, sent] = [requests, line.received() / 1_000]
  await settled(page)
  const times = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    return {
      first: first ?? Number.NaN,
      largest: globalThis.painted ?? Number.NaN,
      form: document?.domInteractive ?? Number.NaN,
      loaded: document?.loadEventEnd ?? Number.NaN,
    }
  })
  const allSent = sent + line.received() / 1_000
  await context.close()
  return { ...times, requests: asked, sent, allRequests: requests, allSent }
}

/** Resolves once no file has been asked for in two seconds: a page warms up a second after its load. */
async function settled(page: Page): Promise<void> {
  const end = performance.now() + longest
  let before = -1
  while (performance.now() < end) {
    const now = await page.evaluate(() => performance.getEntriesByType('resource').length)
    if (now === before) return
    before = now
    await wait(2_000)
  }
}

function medianOf(all: readonly Painted[]): Painted {
  const of = (name: keyof Painted) => {
    const values = all.map((each) => each[name])
    return percentile(values, 50)
  }
  const fields = Object.keys(columns) as (keyof Painted)[]
  return Object.fromEntries(fields.map((field) => [field, of(field)])) as Record<
    keyof Painted,
    number
  >
}
