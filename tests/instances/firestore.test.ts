import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { exampleMessage } from '../contracts/examples'
import { recordFirestoreCalls } from '../support/firestore-calls'
import { uncovered } from '../support/firestore-indexes'
import { lackOfEmulator, unless } from '../support/left-out'
import {
  type Conversation,
  type Owner,
  openTestServer,
  type TestServer,
} from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'

const emulator = inject('firestoreEmulator')

const calls = recordFirestoreCalls()

describe('the app on Firestore', unless(lackOfEmulator('the app on Firestore', emulator)), () => {
  let server: TestServer
  let owner: Owner
  let conversation: Conversation

  beforeAll(async () => {
    server = await openTestServer({
      environment: {
        STORE: 'firestore',
        FIRESTORE_DATABASE: `test-${randomUUID()}`,
        FIRESTORE_EMULATOR_HOST: 'host' in emulator ? emulator.host : '',
      },
    })
    owner = await server.signUp()
    conversation = await server.begin('Is there oat milk?')
  })
  afterAll(() => server?.close())

  const own = (path: string) => server.ask(path, { cookie: owner.cookie })

  async function reply(path: string, body: string) {
    const key = /name="key" value="([^"]+)"/.exec((await own(path)).text)?.[1] ?? ''
    const form = { intent: 'reply', key, body }
    expect((await server.ask(path, { cookie: owner.cookie, form })).status).toBe(303)
  }

  test('a visitor asks, the owner answers, and the visitor reads it', async () => {
    expect((await own('/dashboard/tickets')).text).toContain('Is there oat milk?')
    await reply('/dashboard/tickets?ticket=1', 'There is, and soy milk too.')
    expect((await server.ask(conversation.address)).text).toContain('There is, and soy milk too.')
  })

  test('a customer orders, once however often the form comes', async () => {
    const cookie = await fillCart(server, { 'counter-bell': 2 })
    const hidden = await openCheckout(server, cookie)
    const replies = [await order(server, cookie, hidden), await order(server, cookie, hidden)]
    expect(replies.map(({ status }) => status)).toEqual([303, 303])
    const { orders } = await server.services.orders.list('all', 9)
    expect(orders.map(({ number, state }) => [number, state])).toEqual([
      [1_001, 'awaiting-payment'],
    ])
    expect((await server.ask(replies[0]?.location ?? '')).text).toContain('1001')
  })

  /** Documents that a page reads: the least of three times, because timers of the server may read, too. */
  async function readBy(path: string, cookie?: string): Promise<number> {
    const read: number[] = []
    for (let time = 0; time < 3; time += 1) {
      calls.reset()
      expect((await server.ask(path, { cookie })).status).toBe(200)
      read.push(calls.read)
    }
    return Math.min(...read)
  }

  test('a page reads few documents', async () => {
    const { services } = server
    const scope = { deskId: owner.desk.id, number: 1 }
    for (let count = 0; count < 20; count += 1)
      await services.tickets.append(scope, exampleMessage(`m${count}`), () => ({}))
    for (let count = 0; count < 40; count += 1) await server.begin(`Question ${count}`)
    await own('/dashboard/tickets?ticket=1')
    await server.ask(conversation.address)
    const messages = (await services.tickets.find(scope))?.lastSeq ?? 0
    const routes = ['root', 'routes/($lang)', 'routes/($lang).dashboard.tickets._index']
    const ofTicket = encodeURIComponent(routes.join())
    const read = {
      overview: await readBy('/dashboard', owner.cookie),
      list: await readBy('/dashboard/tickets', owner.cookie),
      // The list stands beside it: a page of 30 and what says that there are more.
      thread: (await readBy('/dashboard/tickets?ticket=1', owner.cookie)) - messages - 31,
      // By a script, where the list is there already.
      press:
        (await readBy(`/dashboard/tickets.data?ticket=1&_routes=${ofTicket}`, owner.cookie)) -
        messages,
      chat: (await readBy(conversation.address)) - messages,
      orders: await readBy('/dashboard/orders', owner.cookie),
      search: await readBy('/dashboard/tickets?q=question', owner.cookie),
    }
    console.info('Documents read, a thread’s own messages left out:', read)
    expect(read.overview).toBeLessThanOrEqual(30)
    expect(read.list).toBeLessThanOrEqual(60)
    expect(read.thread).toBeLessThanOrEqual(15)
    expect(read.press).toBeLessThanOrEqual(8)
    expect(read.chat).toBeLessThanOrEqual(6)
    expect(read.orders).toBeLessThanOrEqual(10)
    // A page of 30 found tickets.
    expect(read.search).toBeLessThanOrEqual(120)
  })

  test('a message writes few documents', async () => {
    calls.reset()
    await server.begin('And almond milk?')
    const begun = calls.written
    calls.reset()
    await server.services.tickets.append(
      { deskId: owner.desk.id, number: 2 },
      exampleMessage('answer', { author: 'owner' }),
      () => ({
        state: 'waiting',
        waitingSince: undefined,
        firstReplyAt: server.clock.now,
        history: [
          { at: server.clock.now, actor: 'owner', kind: 'owner-replies', detail: 'waiting' },
        ],
      }),
    )
    const answered = calls.written
    calls.reset()
    const visitor = { deskId: owner.desk.id, number: 3 }
    await server.services.tickets.append(visitor, exampleMessage('more'), () => ({}))
    console.info('Documents written:', { begun, answered, further: calls.written })
    expect(begun).toBeLessThanOrEqual(6)
    expect(answered).toBeLessThanOrEqual(6)
    expect(calls.written).toBe(2)
  })

  /** Documents that all of this reads and writes, what is due at once included. */
  async function costOf(work: () => Promise<unknown>) {
    calls.reset()
    await work()
    await server.runDue()
    return { read: calls.read, written: calls.written }
  }

  /** What the timer reads and writes in a minute, on average. */
  async function costOfMinute(minutes = 1) {
    calls.reset()
    for (let round = 0; round < 6 * minutes; round += 1) {
      await server.tick()
      server.clock.forward(10_000)
    }
    return { read: calls.read / minutes, written: calls.written / minutes }
  }

  test('a conversation and an order cost what docs/scale.md reckons with', async () => {
    const answer = async (body: string) => {
      const path = `/dashboard/tickets?ticket=${number}`
      await reply(path, body)
      await own(path)
    }
    const { tickets } = await server.services.tickets.list(owner.desk.id, { order: 'newest' }, 1)
    const number = (tickets[0]?.number ?? 0) + 1
    // The first round has work from before.
    await server.runDue()
    const talk = await costOf(async () => {
      const begun = await server.begin('Is there a table for six?')
      await server.ask(begun.address)
      await own('/dashboard')
      await own('/dashboard/tickets')
      await answer('For when?')
      for (const [asked, answered] of [
        ['For Friday at seven.', 'It is yours.'],
        ['Thank you!', 'See you then.'],
      ]) {
        const form = { key: randomUUID(), body: asked ?? '' }
        expect((await server.ask(begun.address, { form })).status).toBe(303)
        await server.ask(begun.address)
        await answer(answered ?? '')
      }
      await own(`/dashboard/tickets?ticket=${number}`)
    })
    const sale = await costOf(async () => {
      await server.ask('/shop')
      const cookie = await fillCart(server, { 'counter-bell': 1 })
      const { location } = await order(server, cookie, await openCheckout(server, cookie))
      await server.ask(location)
      await own('/dashboard/orders')
    })
    console.info('Documents of a conversation of six messages, and of an order:', { talk, sale })
    expect(talk.read).toBeLessThanOrEqual(680)
    expect(talk.written).toBeLessThanOrEqual(40)
    expect(sale.read).toBeLessThanOrEqual(180)
    expect(sale.written).toBeLessThanOrEqual(15)
  })

  test('an idle minute costs what docs/scale.md reckons with', async () => {
    // What was begun in the tests before is planned, and due in two minutes.
    await costOfMinute()
    const lately = await costOfMinute()
    await costOfMinute(3)
    const idle = await costOfMinute(5)
    console.info('Documents of a minute of jobs, with 45 conversations that changed lately:', {
      lately,
      idle,
    })
    // Each notice that a conversation may need again is asked for, and those due in the next ten seconds are read.
    expect(lately.read).toBeLessThanOrEqual(150)
    expect(lately.written).toBeLessThanOrEqual(4)
    expect(idle.read).toBeLessThanOrEqual(28)
    expect(idle.written).toBeLessThanOrEqual(4)
  })

  test('a thread reads few documents where its visitor has others and orders beside it', async () => {
    const email = 'vera@example.com'
    for (let count = 0; count < 6; count += 1) {
      const cookie = await fillCart(server, { 'house-coffee': 1 })
      await order(server, cookie, await openCheckout(server, cookie), { email })
      const form = { key: randomUUID(), body: `Again ${count}`, email }
      expect((await server.ask('/chat', { form })).status).toBe(303)
    }
    const { tickets } = await server.services.tickets.list(owner.desk.id, { order: 'newest' }, 1)
    const path = `/dashboard/tickets?ticket=${tickets[0]?.number}`
    await reply(path, 'Here you are.')
    await server.runDue()
    expect((await own(path)).text).toContain('Again 4')
    const beside = (await readBy(path, owner.cookie)) - 2 - 31
    console.info('Documents read by a thread with five others and six orders beside it:', beside)
    // One of them asks which tickets are back from a snooze.
    expect(beside).toBeLessThanOrEqual(20)
  })

  test('every page finds its way with the indexes that there are', async () => {
    calls.reset()
    for (const path of [
      '/dashboard',
      '/dashboard/tickets?state=open&order=priority',
      '/dashboard/tickets?q=milk',
      '/dashboard/feedback',
      '/dashboard/settings',
      '/dashboard/profile',
      '/shop',
    ])
      expect((await own(path)).status, path).toBe(200)
    expect(uncovered(calls.queries)).toEqual([])
  })
})
