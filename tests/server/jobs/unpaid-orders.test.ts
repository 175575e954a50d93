import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '~/config'
import { createServices, readConfig } from '~/config'
import type { PaymentServices } from '~/domain/shop/payments'
import { newIdentity } from '~/domain/site/identity'
import { createJobs } from '~/server/jobs/jobs'
import { createLog } from '~/server/log'
import { makePlace } from '../../adapters/sqlite/places'
import { exampleLine, exampleOrder, minute } from '../../contracts/examples'

const config = (folder: string) => readConfig({ DATA_DIR: folder }, 'development')
let place: Awaited<ReturnType<typeof makePlace>>
let services: Services
beforeAll(async () => {
  place = await makePlace()
  services = await createServices(config(place.folder))
  for (let count = 0; count < 210; count += 1) await order(`lost-${count}`, 'stripe', 20)
  await order('found', 'stripe', 21)
  await order('transfer', 'bank-transfer', 21)
})
afterAll(async () => {
  await services.close()
  await place.remove()
})

async function order(key: string, payment: 'stripe' | 'bank-transfer', due: number) {
  const lines = [exampleLine('gift')]
  await services.orders.place(exampleOrder(key, { payment, lines, payableUntil: minute(due) }), {})
  if (payment === 'stripe') {
    await services.orders.move({ id: `order-${key}` }, () => ({ providerRef: key }))
  }
}

/** A service that responds for one order alone. */
const unreachable = { kind: 'unreachable' as const }
const stripe = (found: object) => {
  const standing = async ({ providerRef = '' }) => (providerRef === 'found' ? found : unreachable)
  return { lookUp: standing, close: standing }
}

async function run(name: string, found: object, goOn = async () => true) {
  const payments = {
    stripe: stripe(found),
    'bank-transfer': { close: async () => ({ kind: 'over' }) },
  } as unknown as PaymentServices
  const [job] = createJobs({
    config: config(place.folder),
    services: { ...services, payments },
    siteIdentity: { read: async () => newIdentity, known: () => newIdentity },
    log: createLog('silent'),
  }).filter((each) => each.name === name)
  await job?.run({ clock: () => minute(30), goOn })
}

const stateOf = async (key: string) => (await services.orders.find({ id: `order-${key}` }))?.state

test('a run stops between two orders when the server stops', async () => {
  let steps = 0
  await run('unpaid orders', { kind: 'over' }, async () => {
    steps += 1
    return steps < 3
  })
  expect(steps).toBe(3)
})

test('a payment is found behind many whose service does not respond', async () => {
  const received = { kind: 'paid', amount: 1_680, currency: 'EUR', providerRef: 'found' }
  await run('payments', received)
  expect(await stateOf('found')).toBe('paid')
})

test('an order expires behind many whose service does not respond', async () => {
  await run('unpaid orders', unreachable)
  expect(await stateOf('lost-0')).toBe('created')
  expect(await stateOf('transfer')).toBe('expired')
})
