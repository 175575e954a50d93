import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOf } from '../support/html'
import { hour, openTestServer, type TestServer, words } from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('The takings of a day and its month are on the overview of managers alone', async () => {
  const owner = await server.signUp()
  const colleague = await server.join(owner.desk, 'colleague')
  const overview = async (path = '/dashboard', { cookie } = owner) =>
    textOf((await server.ask(path, { cookie })).text)
  expect(await overview()).not.toContain(words.en.overview.takings)

  const cart = await fillCart(server, { 'house-coffee': 2 })
  await order(server, cart, await openCheckout(server, cart), { payment: 'bank-transfer' })
  const [placed] = (await server.services.orders.list('all', 1)).orders
  const path = `/dashboard/orders?order=${placed?.number}`
  const press = (form: Record<string, string>) => server.ask(path, { cookie: owner.cookie, form })
  expect(await overview()).toContain('TakingsToday€0.00 yesterday €0.00')
  await press({ intent: 'paid' })
  expect(await overview()).toMatch(/TakingsToday€20\.70 yesterday €0\.00\w+ \d{4}€20\.70/)
  expect(await overview()).toContain(words.en.overview.ordersWaiting_one)
  expect(await overview('/dashboard', colleague)).not.toContain(words.en.overview.takings)

  server.clock.forward(24 * hour)
  expect(await overview('/de/dashboard')).toContain(
    'EinnahmenHeute0,00\u00a0€ gestern 20,70\u00a0€',
  )
})
