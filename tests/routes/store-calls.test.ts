import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutLimits } from '../support/app'
import { type RemoteStores, remoteStores, storesOf } from '../support/remote-stores'
import { type Counter, type Owner, openCounter } from '../support/test-server'

/** Milliseconds to a database that is not on this machine. */
const latency = 20

let counter: Counter
let remote: RemoteStores
let owner: Owner
let chat: string

beforeAll(async () => {
  counter = await openCounter({
    arrange(services) {
      remote = remoteStores(storesOf(services), latency)
      return { ...withoutLimits.arrange(services), ...remote.stores }
    },
  })
  owner = await counter.signUp()
  chat = (await counter.begin('Is there oat milk?')).address
  await counter.ask('/dashboard/tickets?ticket=1', { cookie: owner.cookie })
  await counter.ask(chat)
})
afterAll(() => counter?.close())

const ownersPages = [
  '/dashboard',
  '/dashboard/tickets',
  '/dashboard/tickets?ticket=1',
  '/dashboard/tickets?q=milk',
  '/dashboard/orders',
  '/dashboard/feedback',
  '/dashboard/embed',
  '/dashboard/profile',
  '/dashboard/settings',
  '/dashboard/settings?hours',
  '/dashboard/settings?plan',
  '/sample',
  '/test',
]

test.each(ownersPages)('%s waits for few calls of the stores', async (path) => {
  remote.reset()
  const { status } = await counter.ask(path, { cookie: owner.cookie })
  expect(status).toBe(200)
  expect(remote.calls.inARow, remote.calls.made.join(' ')).toBeLessThanOrEqual(
    path.startsWith('/dashboard/tickets') ? 4 : 5,
  )
})

test.each(['/', '/shop', '/chat', 'conversation', '/chat?feedback', '/login', '/privacy'])(
  '%s waits for few calls of the stores',
  async (path) => {
    remote.reset()
    const { status } = await counter.ask(path === 'conversation' ? chat : path)
    expect(status).toBe(200)
    expect(remote.calls.inARow, remote.calls.made.join(' ')).toBeLessThanOrEqual(5)
  },
)
