import { statSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '~/domain/text/ids'
import { secretOf, tags, words, writeDesk } from './growth-desk'
import type { Effort, Findings } from './run'
import { signIn } from './signed-in'
import {
  makeFolder,
  monitor,
  openTestServer,
  percentile,
  type TestServer,
  told,
} from './test-server'

/** What one page costs at one desk. */
interface Cost {
  /** Median milliseconds from the request to the last byte. */
  median: number
  /** Milliseconds of processor a request. */
  processor: number
  /** The longest that the event loop stood still meanwhile, in milliseconds. */
  longest: number
}

type Costs = Map<string, Cost>

/**
 * Opens the same desk with ever more messages, and measures what its pages cost: what one sees of a
 * desk is as much at a million messages as at a thousand, and shall take as long.
 */
export async function growth({ quick }: Effort): Promise<Findings> {
  const sizes = quick ? [1_000, 10_000, 100_000] : [1_000, 100_000, 1_000_000]
  const found: Costs[] = []
  for (const messages of sizes) found.push(await measure(messages, quick ? 7 : 31))
  const [first, last] = [found[0], found.at(-1)]
  const figures: Record<string, number> = {}
  const lines = [
    `  ${''.padEnd(24)}${sizes.map((size) => `${size.toLocaleString('en')} messages`.padStart(24)).join('')}`,
    `  ${''.padEnd(24)}${sizes.map(() => 'median processor stall'.padStart(24)).join('')}     ratios`,
  ]
  for (const [page, least] of first ?? []) {
    const most = last?.get(page) ?? least
    const ratios = [most.median / least.median, most.processor / least.processor]
    const row = found.map((costs) => {
      const { median, processor, longest } = costs.get(page) ?? least
      return `${median.toFixed(1)} ${processor.toFixed(1).padStart(8)} ${longest.toFixed(0).padStart(6)}`
    })
    const cells = row.map((text) => text.padStart(24)).join('')
    const told = ratios.map((ratio) => (ratio ? ratio.toFixed(1) : '–').padStart(6)).join('')
    lines.push(`  ${page.padEnd(24)}${cells}${told}`)
    for (const [index, size] of sizes.entries()) {
      const { median, processor, longest } = found[index]?.get(page) ?? least
      figures[`${page} ${size}`] = median
      figures[`${page} ${size} processor`] = processor
      figures[`${page} ${size} longest`] = longest
    }
  }
  return {
    lines: [...lines, '  All in milliseconds; the ratios are of medians and of processor time.'],
    figures,
  }
}

async function measure(messages: number, times: number): Promise<Costs> {
  const { folder, remove } = await makeFolder()
  const costs: Costs = new Map()
  const now = new Date()
  writeDesk(folder, messages, now)
  const { cookie, desk } = await timed(costs, 'bring up to date', () => signIn(folder, now))
  const server = await timed(costs, 'start', () =>
    openTestServer(folder, 0, { FORM_SECONDS: '0' }, monitor),
  )
  // Its code is compiled before anything is measured.
  for (let turn = 0; turn < 20; turn += 1) {
    for (const path of ['/dashboard', '/dashboard/tickets']) {
      await ask(server, path, { headers: { cookie } })
    }
  }
  const size = statSync(join(folder, 'tresen.sqlite')).size
  const bytes = { median: size / 2 ** 20, processor: 0, longest: 0 }
  const tickets = messages / 8
  for (const [page, path] of Object.entries(pagesOf(tickets))) {
    const asked = () => ask(server, path, { headers: { cookie } })
    costs.set(page, await cost(server, times, asked))
  }
  let visitor = tickets
  const chat = () => {
    visitor -= 1
    return `/chat?t=${secretOf(desk, visitor)}`
  }
  costs.set('chat', await cost(server, times, () => ask(server, chat())))
  costs.set('POST of a message', await cost(server, times, () => post(server, chat(), visitor)))
  costs.set('database, MB', bytes)
  await server.stop()
  await remove()
  return costs
}

function pagesOf(tickets: number): Record<string, string> {
  const list = '/dashboard/tickets'
  const pages: Record<string, string> = { overview: '/dashboard' }
  for (const state of ['open', 'closed', 'held', 'all']) {
    for (const order of ['waiting', 'newest', 'priority']) {
      pages[`list ${state} ${order}`] = `${list}?state=${state}&order=${order}`
    }
  }
  return {
    ...pages,
    'list of a common tag': `${list}?tag=${tags.common}`,
    'list of a rare tag': `${list}?tag=${tags.rare}`,
    'list of a tag and state': `${list}?tag=${tags.common}&state=closed&order=newest`,
    'list of high priority': `${list}?priority=high&order=newest`,
    'thread of 8 messages': `${list}?state=waiting&ticket=${Math.floor(tickets / 2)}`,
    'search, rare word': `${list}?q=${words.rare}`,
    'search, common word': `${list}?q=${words.common}`,
    'search, two words': `${list}?q=${words.common}+${words.second}`,
    'search, no such word': `${list}?q=${words.common}+Kanarienvogel`,
    'search, tag and word': `${list}?q=${words.common}&tag=${tags.rare}`,
    'feedback, 91 days': '/dashboard/feedback',
    'feedback, 364 days': '/dashboard/feedback?period=364',
    'feedback as CSV': '/dashboard/feedback/csv?period=28&kind=free',
    'settings, plan': '/dashboard/settings?section=plan',
    'settings, account': '/dashboard/settings?section=account',
    'settings, notifications': '/dashboard/settings?section=notifications',
  }
}

async function timed<Result>(costs: Costs, what: string, act: () => Promise<Result>) {
  const begun = performance.now()
  const result = await act()
  costs.set(what, { median: performance.now() - begun, processor: 0, longest: 0 })
  return result
}

async function cost(server: TestServer, times: number, act: () => Promise<void>): Promise<Cost> {
  for (let warm = 0; warm < 2; warm += 1) await act()
  await told(server)
  const spans: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const begun = performance.now()
    await act()
    spans.push(performance.now() - begun)
  }
  const { longest, processor } = await told(server)
  return { median: percentile(spans, 50), processor: processor / times, longest }
}

async function ask({ origin }: TestServer, path: string, more: RequestInit = {}): Promise<void> {
  const answer = await fetch(`${origin}${path}`, { redirect: 'manual', ...more })
  await answer.arrayBuffer()
  if (answer.status !== 200 && answer.status !== 303) {
    throw new Error(`${path} was answered with ${answer.status}`)
  }
}

function post(server: TestServer, path: string, visitor: number): Promise<void> {
  const body = new URLSearchParams({
    key: newId(new Date()),
    body: `Wann kommt meine ${words.second}?`,
    intent: 'send',
  })
  const headers = { origin: server.origin, 'x-forwarded-for': `10.0.0.${visitor % 250}` }
  return ask(server, path, { method: 'POST', body, headers })
}
