import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withLimits } from '../support/app'
import { field } from '../support/html'
import { de } from '../support/locales'
import { openTestServer, type TestServer } from '../support/test-server'
import { fillCart, openCheckout, order, typed } from '../support/till'

describe('Who orders again and again', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ environment: { TRUST_PROXY: '1' }, limited: withLimits })
  })
  afterAll(() => server.close())

  const from = (address: string) => ({ 'X-Forwarded-For': address })

  async function ask(address: string, email: string) {
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    const hidden = await openCheckout(server, cookie)
    const form = { ...typed, ...hidden, email, intent: 'order' }
    const send = () => server.ask('/de/shop/checkout', { cookie, form, headers: from(address) })
    return { reply: await send(), send, cookie }
  }

  test('to one mailbox is asked to wait after five, and loses nothing', async () => {
    for (let each = 0; each < 5; each += 1) {
      const { reply, send } = await ask(`198.51.${each}.1`, 'kundin@example.com')
      expect(reply.status).toBe(303)
      // What is sent once more is no further order.
      expect((await send()).location).toBe(reply.location)
    }
    const { reply, cookie } = await ask('198.51.9.1', 'Kundin@example.com')
    expect(reply.status).toBe(429)
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(3_000)
    expect(reply.text).toContain('value="Kundin@example.com"')
    expect(reply.text).toContain(de.errors.errors.wait.minutes_other.replace('{{count}}', '60'))
    expect(reply.text).not.toContain('Versuche')
    expect((await server.ask('/de/shop', { cookie })).text).toContain('7,90')
    expect((await server.services.orders.list('all', 100)).orders).toHaveLength(5)
  })

  test('and could not be served is not counted', async () => {
    const { orders } = server.services
    const { place } = orders
    orders.place = async () => {
      throw new Error('The disk is full')
    }
    for (let each = 0; each < 6; each += 1) {
      const { reply } = await ask(`198.51.10${each}.1`, 'geduldig@example.com')
      expect(reply.status).toBe(500)
    }
    orders.place = place
    expect((await ask('198.51.110.1', 'geduldig@example.com')).reply.status).toBe(303)
  })

  test('from one address is asked to wait after twenty', async () => {
    const statuses = []
    for (let each = 0; each < 21; each += 1) {
      const { reply } = await ask('192.0.2.7', `kundin${each}@example.com`)
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([...Array(20).fill(303), 429])
    expect((await ask('203.0.113.1', 'other@example.com')).reply.status).toBe(303)
  })
})

describe('Somebody who asks for links again and again', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ environment: { TRUST_PROXY: '1' }, limited: withLimits })
  })
  afterAll(() => server.close())

  let keys = 0
  const ask = (address: string, email: string) => {
    keys += 1
    const form = { intent: 'resend', key: `key${keys}`, email }
    return server.ask('/de/shop/success', { form, headers: { 'X-Forwarded-For': address } })
  }

  test('is asked to wait after five for one mailbox, known or not, and loses nothing', async () => {
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    const email = 'kennt@example.com'
    await order(server, cookie, await openCheckout(server, cookie), { email })
    for (const each of ['niemand@example.com', email]) {
      for (let sent = 0; sent < 5; sent += 1) {
        expect((await ask(`198.51.${sent}.1`, each)).status).toBe(303)
      }
      const { status, text, headers } = await ask('198.51.9.1', each)
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000)
      expect(field(text, 'email').value).toBe(each)
    }
  })

  test('is asked to wait after twenty from one address', async () => {
    const statuses = []
    for (let each = 0; each < 21; each += 1) {
      statuses.push((await ask('192.0.2.7', `kundin${each}@example.com`)).status)
    }
    expect(statuses).toEqual([...Array(20).fill(303), 429])
    expect((await ask('203.0.113.1', 'other@example.com')).status).toBe(303)
  })
})
