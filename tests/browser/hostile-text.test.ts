import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Services } from '../../app/config'
import { newId } from '../../app/domain/text/ids'
import { demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import { awaitedLater } from '../support/awaited-later'
import { hydrated, open, openTestServer, type TestServer } from '../support/browser-server'
import { watchProblems } from '../support/problems'

/** What people paste and programs send: what a parser drops or changes, what turns, hides or ends a line. */
const hostile = [
  '\0',
  'a\0b',
  '\r',
  'a\rb',
  '\n\na',
  '\u0001',
  'a\u0085b',
  '\u2028',
  '\u202egpj.exe',
  '\ufeff',
  '\u200b',
  '\ufffd',
  '\ufffe',
  '\ud83d',
  'a\ude00b',
  '\u{1f600}'.repeat(15),
  'e\u0301\u0308'.repeat(10),
  '</script><!--',
  '&amp;&#0;',
]

let server: TestServer
let owner: Page
const numbers: number[] = []

beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer(async (services) => {
    const [demo] = await seedDemo(services, host, projectId, new Date())
    for (const text of hostile) {
      numbers.push(await keep(services, demo?.ticket.deskId ?? '', text))
    }
  })
  owner = await server.visitor()
  await open(owner, '/login')
  await owner.locator('input[name=email]').fill(demoOwner.email)
  await owner.locator('input[name=password]').fill(demoOwner.password)
  const answered = awaitedLater(owner.waitForEvent('domcontentloaded'))
  await owner.locator('#login .deeds .button').click()
  await answered
})
afterAll(() => server.close())

/** A ticket as a store was given it before forms were read as they are now. */
async function keep({ tickets }: Services, deskId: string, text: string): Promise<number> {
  const now = new Date()
  const key = newId(now)
  const { ticket } = await tickets.start(
    {
      id: newId(now),
      deskId,
      startKey: key,
      secretHash: key,
      state: 'open',
      locale: 'en',
      visitorName: text,
      visitorEmail: '',
      title: text,
      latest: text,
      waitingSince: now,
      followUpOf: undefined,
      createdAt: now,
    },
    {
      id: newId(now),
      clientKey: key,
      author: 'visitor',
      kind: 'text',
      body: `${text} kept`,
      locale: 'en',
      createdAt: now,
    },
  )
  await tickets.move({ deskId, number: ticket.number }, () => ({ tags: [text, 'hostile'] }))
  return ticket.number
}

async function post(path: string, fields: [string, string | File][], cookie = '') {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  const { status } = await fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: server.origin, ...(cookie && { Cookie: cookie }) },
    body,
  })
  expect([path, status < 500]).toEqual([path, true])
}

test('an owner’s pages say hostile text as the server wrote it', async () => {
  const cookies = await owner.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const [index, text] of hostile.entries()) {
    const ticket = `/dashboard/tickets?ticket=${numbers[index]}`
    const tagging: [string, string][] = [
      ['intent', 'tag'],
      ['tags', `${text},x${index}`],
    ]
    if (index % 2 === 0) await post(ticket, tagging, cookie)
    const reply: [string, string | File][] = [
      ['intent', 'reply'],
      ['key', crypto.randomUUID()],
      ['body', `re ${text}`],
      ['files', new File(['words'], `${text}.txt`)],
    ]
    await post(ticket, reply, cookie)
  }
  const problems = await watchProblems(owner)
  const found: string[] = []
  const paths = [
    '/dashboard',
    '/dashboard/tickets?state=waiting',
    '/dashboard/tickets?q=kept',
    '/dashboard/tickets?tag=hostile',
    ...numbers.map((number) => `/dashboard/tickets?ticket=${number}`),
  ]
  for (const path of paths) {
    problems.length = 0
    await open(owner, path)
    await hydrated(owner)
    // The checker's browser asks for an icon that no page names.
    found.push(...problems.filter((problem) => !problem.includes('favicon.ico')))
  }
  expect(found).toEqual([])
}, 240_000)
