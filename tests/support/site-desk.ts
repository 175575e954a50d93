import { expect } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { linksIn, textOf } from './html'
import { newEmail, password, type TestServer, words } from './test-server'
import { fillCart, openCheckout, order } from './till'

/** The rooms of the shop and their parts; an order's number is 1001. */
const rooms = [
  ...['/dashboard/orders', '/dashboard/orders?order=1001', '/dashboard/orders/csv?period=2026'],
  ...[
    '/dashboard/shelf',
    '/dashboard/shelf/product?product=house-coffee',
    '/dashboard/shelf/shipping',
  ],
  ...['/dashboard/company', '/dashboard/company?details', '/dashboard/company?bank'],
  ...['/dashboard/company?text=terms&in=en', '/shop?item=house-coffee&preview'],
]

const iban = 'DE02 1203 0000 0000 2020 51'

/** What a form of each room would change. */
export const writes: [path: string, form: Record<string, string>][] = [
  ['/dashboard/orders?order=1001', { intent: 'paid' }],
  ['/dashboard/orders?order=1001', { intent: 'cancel' }],
  ['/dashboard/shelf/product?product=house-coffee', { intent: 'remove', product: 'house-coffee' }],
  ['/dashboard/shelf', { intent: 'down', product: 'house-coffee' }],
  ['/dashboard/shelf/shipping', { intent: 'save-shipping', flat: '0' }],
  ['/dashboard/company?bank', { intent: 'save', holder: 'A', iban, bankPassword: password }],
  ['/dashboard/company?text=terms&in=en', { intent: 'save', text: '# Mine\n\nAll of it' }],
]

export function signUp(server: TestServer, email = newEmail()) {
  return server.ask('/signup', { form: { email, password } })
}

export async function uidOf(server: TestServer, email: string): Promise<string> {
  return (await server.services.accounts.findByEmail(email))?.uid ?? ''
}

/** What the shop would lose to somebody who could write. */
export async function shopOf({ services, clock }: TestServer) {
  const { orders, legal, catalogue } = services
  return JSON.stringify([
    (await orders.list('all', 9)).orders,
    (await legal.written()).details,
    await catalogue.read(clock.now),
  ])
}

async function placeOrder(server: TestServer): Promise<void> {
  const cart = await fillCart(server, { 'house-coffee': 1 })
  const placed = await order(server, cart, await openCheckout(server, cart))
  expect([placed.status, placed.text]).toEqual([303, ''])
}

/** Nobody but the site's desk finds its rooms, and what is sent there changes nothing. */
export async function expectShut(server: TestServer, cookie: string): Promise<void> {
  const before = await shopOf(server)
  for (const path of rooms) {
    const { status, text } = await server.ask(path, { cookie })
    expect([path, status]).toEqual([path, 404])
    expect(text).not.toContain('Käthe Kundin')
  }
  for (const [path, form] of writes) {
    const { status } = await server.ask(path, { cookie, form })
    expect([path, form.intent, status]).toEqual([path, form.intent, 404])
  }
  expect(await shopOf(server)).toBe(before)
  const overview = await server.ask('/dashboard', { cookie })
  expect(overview.status).toBe(200)
  expect(linksIn(overview.text)).not.toContain('/dashboard/orders')
}

export async function expectOpen(server: TestServer, cookie: string): Promise<void> {
  for (const path of rooms) {
    expect([path, (await server.ask(path, { cookie })).status]).toEqual([path, 200])
  }
}

/** Every page works without a site's desk, and none of them shows another one. */
export async function expectNoSiteDesk(server: TestServer): Promise<void> {
  // Kept pages are half a minute old at most.
  server.clock.forward(60_000)
  for (const language of languages) {
    const { chat } = words[language]
    const shown = await server.ask(localizedPath('/chat', language))
    expect([shown.status, textOf(shown.text)]).toEqual([200, expect.stringContaining(chat.none)])
    for (const page of [
      '/',
      '/shop',
      '/login',
      '/privacy',
      '/withdrawal',
      `/sample?lang=${language}`,
    ]) {
      expect([page, (await server.ask(localizedPath(page, language))).status]).toEqual([page, 200])
    }
  }
  for (const page of ['/shop', '/shop?q=nothing-of-the-kind', '/nowhere'])
    expect([page, linksIn((await server.ask(page)).text).includes('/chat')]).toEqual([page, false])
  const sent = await server.ask('/chat', { form: { key: 'k'.repeat(32), body: 'Hello?' } })
  expect(sent.status).toBeLessThan(500)
  await placeOrder(server)
}
