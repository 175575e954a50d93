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
  readLoop,
  type TestServer,
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

/** A desk with so many messages, and the server that has it open. */
interface Grown {
  messages: number
  server: TestServer
  costs: Map<string, Cost>
  signedIn: RequestInit
  /** The conversation of another visitor each time. */
  nextChat(): { path: string; visitor: number }
  close(): Promise<void>
}

/**
 * Opens the same desk with ever more messages, and measures in turns what its pages cost: what one sees of
 * a desk is as much at a million messages as at a thousand, and shall take as long.
 */
export async function growth({ quick }: Effort): Promise<Findings> {
  const grown: Grown[] = []
  for (const messages of quick ? [1_000, 10_000, 100_000] : [1_000, 100_000, 1_000_000]) {
    grown.push(await grow(messages))
  }
  const times = quick ? 3 : 12
  for (const page of Object.keys(pagesOf(0))) {
    await cost(grown, page, times, ({ server, messages, signedIn }) =>
      ask(server, pagesOf(messages / 8)[page] ?? '/', signedIn),
    )
  }
  await cost(grown, 'chat', times, ({ server, nextChat }) => ask(server, nextChat().path))
  await cost(grown, 'POST of a message', times, ({ server, nextChat }) => post(server, nextChat()))
  for (const { close } of grown) await close()
  return { lines: tableOf(grown), figures: figuresOf(grown) }
}

function tableOf(grown: Grown[]): string[] {
  const [first, last] = [grown[0]?.costs, grown.at(-1)?.costs]
  const lines = [
    `  ${''.padEnd(24)}${grown.map(({ messages }) => `${messages.toLocaleString('en')} messages`.padStart(24)).join('')}`,
    `  ${''.padEnd(24)}${grown.map(() => 'median processor stall'.padStart(24)).join('')}     ratios`,
  ]
  for (const [page, least] of first ?? []) {
    const most = last?.get(page) ?? least
    const ratios = [most.median / least.median, most.processor / least.processor]
    const row = grown.map(({ costs }) => {
      const { median, processor, longest } = costs.get(page) ?? least
      return `${median.toFixed(1)} ${processor.toFixed(1).padStart(8)} ${longest.toFixed(0).padStart(6)}`
    })
    const cells = row.map((text) => text.padStart(24)).join('')
    const formatted = ratios.map((ratio) => (ratio ? ratio.toFixed(1) : '–').padStart(6)).join('')
    lines.push(`  ${page.padEnd(24)}${cells}${formatted}`)
  }
  return [...lines, '  All in milliseconds; the ratios are of medians and of processor time.']
}

function figuresOf(grown: Grown[]): Record<string, number> {
  const figures = grown.flatMap(({ messages, costs }) =>
    [...costs].flatMap(([page, { median, processor, longest }]) => [
      [`${page} ${messages}`, median] as const,
      [`${page} ${messages} processor`, processor] as const,
      [`${page} ${messages} longest`, longest] as const,
    ]),
  )
  return Object.fromEntries(figures)
}

async function grow(messages: number): Promise<Grown> {
  const { folder, remove } = await makeFolder()
  const costs = new Map<string, Cost>()
  const now = new Date()
  writeDesk(folder, messages, now)
  const { cookie, desk } = await timed(costs, 'bring up to date', () => signIn(folder, now))
  const server = await timed(costs, 'start', () =>
    openTestServer(folder, 0, { FORM_SECONDS: '0' }, monitor),
  )
  const size = statSync(join(folder, 'tresen.sqlite')).size
  costs.set('database, MB', { median: size / 2 ** 20, processor: 0, longest: 0 })
  const signedIn = { headers: { cookie } }
  // Its code is compiled before anything is measured.
  for (let round = 0; round < 20; round += 1) {
    for (const path of ['/dashboard', '/dashboard/tickets']) await ask(server, path, signedIn)
  }
  let visitor = messages / 8
  return {
    messages,
    server,
    costs,
    signedIn,
    nextChat() {
      visitor -= 1
      return { path: `/chat?t=${secretOf(desk, visitor)}`, visitor }
    },
    async close() {
      await server.stop()
      await remove()
    },
  }
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
    'list of mine': `${list}?whose=mine`,
    "list of nobody's": `${list}?whose=nobody`,
    'list of mentions': `${list}?whose=mentions`,
    'list of drafts': `${list}?whose=drafts`,
    'list of e-mails': `${list}?channel=letter&state=all`,
    'list of e-mails, done': `${list}?channel=letter&state=done&order=newest`,
    'list of earlier ones': `${list}?changed=older&state=open`,
    "list of today's": `${list}?changed=today&state=all&order=priority`,
    'list of mine, closed, newest': `${list}?whose=mine&state=closed&order=newest`,
    'thread of 8 messages': `${list}?state=waiting&ticket=${Math.floor(tickets / 2)}`,
    'search, rare word': `${list}?q=${words.rare}`,
    'search, common word': `${list}?q=${words.common}`,
    'search, two words': `${list}?q=${words.common}+${words.second}`,
    'search, no such word': `${list}?q=${words.common}+Kanarienvogel`,
    'search, tag and word': `${list}?q=${words.common}&tag=${tags.rare}`,
    'feedback, 91 days': '/dashboard/feedback',
    'feedback, 364 days': '/dashboard/feedback?period=364',
    'feedback as CSV': '/dashboard/feedback/csv?period=28&kind=free',
    'settings, plan': '/dashboard/settings/plan',
    'settings, account': '/dashboard/settings/password',
    'settings, notifications': '/dashboard/settings/notifications',
  }
}

async function timed<Result>(costs: Map<string, Cost>, what: string, act: () => Promise<Result>) {
  const begun = performance.now()
  const result = await act()
  costs.set(what, { median: performance.now() - begun, processor: 0, longest: 0 })
  return result
}

/** What slows the machine for a while slows all desks. */
const rounds = 3

async function cost(
  grown: Grown[],
  page: string,
  times: number,
  act: (desk: Grown) => Promise<void>,
): Promise<void> {
  const found = grown.map((desk) => ({ desk, spans: [] as number[], processor: 0, longest: 0 }))
  for (const { desk } of found) for (let warm = 0; warm < 2; warm += 1) await act(desk)
  for (let round = 0; round < rounds; round += 1) {
    for (const each of found) {
      await readLoop(each.desk.server)
      for (let round = 0; round < times; round += 1) {
        const begun = performance.now()
        await act(each.desk)
        each.spans.push(performance.now() - begun)
      }
      const { longest, processor } = await readLoop(each.desk.server)
      each.processor += processor
      each.longest = Math.max(each.longest, longest)
    }
  }
  for (const { desk, spans, processor, longest } of found) {
    const each = { median: percentile(spans, 50), processor: processor / spans.length, longest }
    desk.costs.set(page, each)
  }
}

async function ask({ origin }: TestServer, path: string, more: RequestInit = {}): Promise<void> {
  const answer = await fetch(`${origin}${path}`, { redirect: 'manual', ...more })
  await answer.arrayBuffer()
  if (answer.status !== 200 && answer.status !== 303) {
    throw new Error(`${path} was answered with ${answer.status}`)
  }
}

function post(server: TestServer, { path, visitor }: ReturnType<Grown['nextChat']>): Promise<void> {
  const body = new URLSearchParams({
    key: newId(new Date()),
    body: `Wann kommt meine ${words.second}?`,
    intent: 'send',
  })
  const headers = { origin: server.origin, 'x-forwarded-for': `10.${visitor % 250}.0.1` }
  return ask(server, path, { method: 'POST', body, headers })
}
