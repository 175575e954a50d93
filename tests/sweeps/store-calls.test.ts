import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretHash } from '~/http/links/ticket-link.server'
import { withoutLimits } from '../support/app'
import { type RemoteStores, remoteStores, storesOf } from '../support/remote-stores'
import { type Owner, openTestServer, type TestServer } from '../support/test-server'

/** Milliseconds to a database that is not on this machine. */
const latency = 20

let server: TestServer
let remote: RemoteStores
let owner: Owner
let chat: string

beforeAll(async () => {
  server = await openTestServer({
    arrange(services) {
      remote = remoteStores(storesOf(services), latency)
      return { ...withoutLimits.arrange(services), ...remote.stores }
    },
  })
  owner = await server.signUp()
  chat = (await server.begin('Is there oat milk?')).address
  const address = { email: 'vera@example.com' }
  for (const body of ['One with an address', 'And another'])
    await server.ask('/chat', { form: { key: randomUUID(), body, ...address } })
  for (const number of [1, 2])
    await server.ask(`/dashboard/tickets?ticket=${number}`, { cookie: owner.cookie })
  await server.ask(chat)
})
afterAll(() => server?.close())

const ownersPages = [
  '/dashboard',
  '/dashboard/tickets',
  '/dashboard/tickets?ticket=1',
  '/dashboard/tickets?ticket=2',
  '/dashboard/tickets?q=milk',
  '/dashboard/tickets/new?ticket=1',
  '/dashboard/orders',
  '/dashboard/shelf',
  '/dashboard/company',
  '/dashboard/feedback',
  '/dashboard/embed',
  '/dashboard/profile',
  '/dashboard/settings',
  '/dashboard/settings/hours',
  '/dashboard/settings/people',
  '/sample',
  '/test',
]

test.each(ownersPages)('%s waits for few calls of the stores', async (path) => {
  remote.reset()
  const { status } = await server.ask(path, { cookie: owner.cookie })
  expect(status).toBe(200)
  expect(remote.calls.inARow, remote.calls.made.join(' ')).toBeLessThanOrEqual(
    path.startsWith('/dashboard/tickets') ? 4 : 5,
  )
})

test.each(['/', '/shop', '/chat', 'conversation', '/chat?feedback', '/login', '/privacy'])(
  '%s waits for few calls of the stores',
  async (path) => {
    remote.reset()
    const { status } = await server.ask(path === 'conversation' ? chat : path)
    expect(status).toBe(200)
    expect(remote.calls.inARow, remote.calls.made.join(' ')).toBeLessThanOrEqual(5)
  },
)

/** Names of calls that name neither this desk nor its account, link or conversation. */
async function spanning(paths: string[], cookie?: string): Promise<string[]> {
  const { desk, email } = owner
  const secret = new URL(chat, server.origin).searchParams.get('t') ?? ''
  const second = await server.services.tickets.find({ deskId: desk.id, number: 2 })
  const own = [desk.id, desk.ownerUid, desk.publicKey, email, secretHash(secret), second?.id]
  const found = new Set<string>()
  for (const path of paths) {
    remote.reset()
    expect((await server.ask(path, { cookie })).status, path).toBe(200)
    for (const [index, name] of remote.calls.made.entries())
      if (!own.some((id) => id && remote.calls.asked[index]?.includes(id))) found.add(name)
  }
  return [...found].sort()
}

test('a page asks for one desk, one account or one conversation, however many there are', async () => {
  const neighbour = await server.signUp()
  await server.begin('Are you open?', neighbour.desk.publicKey)
  // By the hash in the cookie; whose desk is the site's; and the site's own shop.
  const tables = ['/dashboard/feedback/csv', '/dashboard/orders/csv?period=2026']
  expect(await spanning([...ownersPages, ...tables], owner.cookie)).toEqual([
    'orders.count',
    'orders.list',
    'orders.listBookings',
    'orders.listOfCustomer',
    'orders.stockLeft',
    'sessions.find',
    'siteClaim.find',
  ])
  const visitors = ['/shop', chat, '/chat?feedback', '/privacy']
  const shops = ['siteClaim.find', 'orders.stockLeft', 'products.version']
  expect(shops).toEqual(expect.arrayContaining(await spanning(visitors)))
})

test.each(['/login', '/signup'])('%s asks no store while it is cached', async (path) => {
  const first = await server.ask(path)
  remote.reset()
  const second = await server.ask(path)
  expect(remote.calls.made).toEqual([])
  expect([first.status, second.status]).toEqual([200, 200])
})

test('A chat has a key and a stamp of its own for each visitor', async () => {
  const pages = [await server.ask('/chat'), await server.ask('/chat')]
  const [first, second] = pages.map(({ text }) => hiddenFields(text))
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(first?.stamp).toHaveLength(second?.stamp?.length ?? 0)
  expect(first?.key).not.toBe(second?.key)
  expect(first?.stamp).not.toBe(second?.stamp)
  const body = { ...second, body: 'Is there tea?', intent: 'send' }
  const { status, location } = await server.ask('/chat', { form: body })
  expect(status).toBe(303)
  expect((await server.ask(location)).text).toContain('Is there tea?')
})

function hiddenFields(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="(key|stamp)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}
