import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretHash } from '~/http/links/ticket-link.server'
import { withLimits } from '../support/app'
import { field, textOf } from '../support/html'
import {
  hour,
  type Owner,
  openTestServer,
  type Reply,
  type TestServer,
} from '../support/test-server'
import { fillCart, hiddenIn, openCheckout, order, typed } from '../support/till'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await openTestServer({ limited: withLimits })
  owner = await server.signUp()
})
afterAll(() => server.close())

/** The same form ten times at once, and twice more. */
async function often(send: () => Promise<Reply>): Promise<Reply[]> {
  const atOnce = await Promise.all(Array.from({ length: 10 }, send))
  for (let more = 0; more < 2; more += 1) atOnce.push(await send())
  return atOnce
}

function allLike(replies: Reply[]) {
  const [{ status, location } = { status: 0, location: '' }] = replies
  expect(status).toBe(303)
  for (const reply of replies) expect(reply).toMatchObject({ status, location })
}

describe('a form that is sent again is answered as the first time and costs nothing', () => {
  it('an order', async () => {
    const placed = async () => (await server.services.orders.list('all', 100)).orders.length
    for (let each = 1; each <= 5; each += 1) {
      const cookie = await fillCart(server, { 'house-coffee': 1 })
      const hidden = await openCheckout(server, cookie)
      allLike(await often(() => order(server, cookie, hidden)))
      expect(await placed()).toBe(each)
    }
    // Five are what one mailbox may order in an hour.
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    const sixth = await order(server, cookie, await openCheckout(server, cookie))
    expect(sixth.status).toBe(429)
    expect(sixth.text).toContain(typed.email)
  })

  it('a first message, and a further one', async () => {
    const path = `/chat?desk=${owner.desk.publicKey}`
    const count = async () => (await server.services.tickets.count(owner.desk.id)).open
    let address = ''
    for (let each = 1; each <= 8; each += 1) {
      const stamp = field((await server.ask(path)).text, 'stamp').value
      const form = { key: randomUUID(), body: `Question ${each}`, stamp }
      const replies = await often(() => server.ask(path, { form }))
      allLike(replies)
      expect(await count()).toBe(each)
      address = replies[0]?.location.split('#')[0] ?? ''
    }
    server.clock.forward(10_000)
    for (let each = 2; each <= 5; each += 1) {
      const form = { key: randomUUID(), body: `Message ${each}` }
      allLike(await often(() => server.ask(address, { form })))
    }
  })

  it('what one thinks of a desk', async () => {
    const { desk } = await server.signUp()
    const path = `/chat?desk=${desk.publicKey}&feedback=1`
    const list = () => server.services.feedback.list(desk.id, {}, 100)
    for (let each = 1; each <= 8; each += 1) {
      const { text } = await server.ask(path)
      const form = {
        intent: 'tell',
        rating: '5',
        comment: `Good bread ${each}`,
        key: field(text, 'key').value,
        stamp: field(text, 'stamp').value,
      }
      allLike(await often(() => server.ask(path, { form })))
    }
    const { feedback } = await list()
    expect(feedback).toHaveLength(8)
    expect(feedback.filter(({ state }) => state === 'held')).toEqual([])
  })

  it('a withdrawal', async () => {
    const receipts = new Set<string>()
    for (let each = 1; each <= 5; each += 1) {
      const form = { name: 'Käthe', email: 'widerruf@example.com', contract: `Order ${each}` }
      const { location } = await server.ask('/withdrawal?withdraw', { form })
      const replies = await often(() => server.ask(location, { form: {} }))
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 303))
      const page = await server.ask(replies.at(-1)?.location ?? '')
      receipts.add(textOf(page.text).includes('widerruf@example.com') ? `${each}` : '')
    }
    expect(receipts.size).toBe(5)
    const { open, held } = await server.services.tickets.count(owner.desk.id)
    expect({ open, held }).toEqual({ open: 8 + 5, held: 0 })
  })

  it('an invitation', async () => {
    const path = '/dashboard/settings/people'
    for (let each = 1; each <= 3; each += 1) {
      const guest = { email: `guest-${each}@example.com`, kind: 'colleague' }
      const form = { intent: 'invite', key: randomUUID(), ...guest }
      allLike(await often(() => server.ask(path, { cookie: owner.cookie, form })))
    }
    expect(await server.services.invitations.list(owner.desk.id)).toHaveLength(3)
  })

  it('a move of a ticket by its owner, and not another form’s', async () => {
    const { secret } = await server.begin('Is there cake?', owner.desk.publicKey)
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    const path = `/dashboard/tickets?ticket=${ticket?.number}`
    const own = { cookie: owner.cookie }
    const keyOf = async (of = path) => field((await server.ask(of, own)).text, 'moveKey').value
    const state = async () =>
      (await server.services.tickets.find({ secretHash: secretHash(secret) }))?.state
    const moves = [
      ['tomorrow', 'snoozed'],
      ['reopen', 'open'],
      ['snooze', 'snoozed'],
      ['solve', 'solved'],
      ['reopen', 'open'],
      ['block', 'held'],
      ['release', 'open'],
      ['tomorrow', 'snoozed'],
      ['hold', 'held'],
      ['release', 'snoozed'],
    ]
    const date = new Date(server.clock.now.getTime() + 72 * hour).toISOString().slice(0, 10)
    let lines = 1
    for (const [intent = '', after] of moves) {
      const [early, late] = [await keyOf(), await keyOf()]
      expect(early).not.toBe(late)
      const sent = (moveKey: string) =>
        server.ask(path, { ...own, form: { intent, moveKey, date, time: '10:00' } })
      const replies = await often(() => sent(early))
      // Gone on from the list once, it leads to the first there.
      const goesOn = /snooze|tomorrow|solve|release/.test(intent)
      allLike(goesOn ? replies.map((reply) => ({ ...reply, location: 'the list' })) : replies)
      expect([intent, await state()]).toEqual([intent, after])
      lines += 1
      const history = await server.services.ticketHistory.entries(ticket ?? { secretHash: '' }, 99)
      expect([intent, history.length]).toEqual([intent, lines])
      // Somebody else presses what is done already.
      if (!/snooze|tomorrow/.test(intent)) {
        for (let count = 0; count < 2; count += 1) expect((await sent(late)).status).toBe(409)
      }
    }

    // Of many at once.
    const listed = await keyOf('/dashboard/tickets')
    const chosen = { intent: 'bulk-solve', moveKey: listed, chosen: `${ticket?.number}` }
    const ended = await often(() => server.ask('/dashboard/tickets', { ...own, form: chosen }))
    allLike(ended)
    expect(await state()).toBe('solved')
  })

  it('a step of an order by the shop’s owner, and not another form’s', async () => {
    const [placed] = (await server.services.orders.list('all', 1)).orders
    const path = `/dashboard/orders?order=${placed?.number}`
    const asked = async (intent: string, key: string) =>
      server.ask(path, { cookie: owner.cookie, form: { intent, key } })
    for (const intent of ['paid', 'sent']) {
      const early = hiddenIn((await server.ask(path, { cookie: owner.cookie })).text).key ?? ''
      const late = hiddenIn((await server.ask(path, { cookie: owner.cookie })).text).key ?? ''
      expect(early).not.toBe(late)
      allLike(await often(() => asked(intent, early)))
      // Somebody else presses what is done already.
      expect((await asked(intent, late)).status).toBe(409)
      expect((await asked(intent, late)).status).toBe(409)
    }
    expect(
      (await server.services.orders.find({ number: placed?.number ?? 0 }))?.history,
    ).toHaveLength(3)
  })
})
