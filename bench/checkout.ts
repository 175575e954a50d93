import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sample from '~/adapters/json-file/sample-catalogue.json'
import { newDesk } from '~/domain/desks/desks'
import { giveSiteDesk } from '~/domain/desks/site-desk'
import { newSiteSettings } from '~/domain/site/settings'
import {
  mailedSecret,
  orderPath,
  orderSecret,
  readCheckoutKey,
} from '~/http/links/order-link.server'
import { legalFile } from '../tests/support/legal'
import { type StripeServer, startStripeServer, webhookSecret } from '../tests/support/stripe-server'
import { hiddenIn } from '../tests/support/till'
import { partOf, wares } from './checkout-customers'
import { differences } from './checkout-differences'
import { owner } from './growth-desk'
import type { Effort, Findings } from './run'
import { signIn } from './signed-in'
import {
  makeFolder,
  openStores,
  openTestServer,
  serverSecret,
  type TestServer,
} from './test-server'

const customers = 8

/** Milliseconds after which the server is killed, at random between these. */
const killedAfter = { least: 1_000, most: 3_000 }

/** A customer who is refused more often is refused for good. */
const mostTries = 30

const address = { name: 'K', street: 'Weg 1', postcode: '12345', city: 'Ort', country: 'DE' }

/**
 * Orders under every fault that a line has, while the server is killed again and again: forms sent
 * twice, answers lost, payment messages many times or never, goods that run out. Counts what differs
 * from one order, one payment, one invoice, one entitlement and one mail of each kind, and from the
 * stock that there must be.
 */
export async function checkout({ quick }: Effort): Promise<Findings> {
  const wanted = quick ? 60 : 1_000
  const declared = Math.ceil(wanted / 5)
  const { folder, remove } = await makeFolder()
  const stripe = await startStripeServer()
  const environment = {
    LEGAL: legalFile(folder),
    CATALOGUE: catalogueFile(folder, declared),
    SIGNUP: 'open',
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: stripe.url,
  }
  const desk = await openDesk()
  let server: TestServer = await openTestServer(folder, 0, environment)
  const { origin } = server
  const port = Number(new URL(origin).port)
  const tooLate = new Set<number>()
  const refused = new Set<number>()
  let [done, begun, kills, retries] = [0, 0, 0, 0]

  const killing = killAgainAndAgain()
  await Promise.all(Array.from({ length: customers }, orderWhileThereIsTime))
  await killing
  await server.stop()
  const differs = await differences({
    folder,
    environment,
    declared,
    deskId: desk.deskId,
    begunPayments: [...stripe.sessions.values()].map(({ metadata }) => metadata.order ?? ''),
    refused,
    ordered: Array.from({ length: wanted }, (_, index) => index + 1).filter(
      (customer) => !tooLate.has(customer),
    ),
  })
  await stripe.close()
  await remove()
  const sum = Object.values(differs).reduce((total, count) => total + count, 0)
  return {
    lines: [
      `  customers                      ${wanted}`,
      `  who came too late for goods    ${tooLate.size}`,
      `  of them, with an order         ${refused.size}`,
      `  killed (SIGKILL)               ${kills} times`,
      `  requests sent again            ${retries}`,
      ...Object.entries(differs).map(([what, count]) => `  ${what.padEnd(30)} ${count}`),
      `  what differs, in all           ${sum}`,
    ],
    figures: {
      customers: wanted,
      tooLate: tooLate.size,
      refused: refused.size,
      kills,
      retries,
      ...differs,
      differs: sum,
    },
  }

  /** An owner with a desk, for those who buy a plan: the site's own desk needs none. */
  async function openDesk() {
    const services = await openStores(folder, environment)
    const now = new Date()
    const shop = { ...owner, uid: 'shop', email: 'shop@example.com' }
    for (const account of [shop, owner]) {
      await services.accounts.save({
        ...account,
        emailVerified: true,
        locale: 'en',
        createdAt: now,
      })
      await services.desks.ensure(newDesk(account.uid, now))
    }
    await giveSiteDesk(services, shop.email)
    await services.siteSettings.change((kept = newSiteSettings) => ({
      settings: { ...kept, offers: true },
    }))
    await services.close()
    const { desk: deskId, cookie } = await signIn(folder, now)
    return { deskId, cookie }
  }

  async function killAgainAndAgain() {
    const { least, most } = killedAfter
    while (done < wanted) {
      await wait(least + Math.random() * (most - least))
      if (done >= wanted) return
      await server.kill()
      kills += 1
      server = await openTestServer(folder, port, environment)
    }
  }

  async function orderWhileThereIsTime() {
    while (begun < wanted) {
      begun += 1
      const customer = begun
      if (!(await orderOnce(customer))) tooLate.add(customer)
      done += 1
    }
  }

  /** Returns whether there was enough left to order. */
  async function orderOnce(customer: number): Promise<boolean> {
    const persist = (path: string, form?: Record<string, string>, cookie = '') =>
      send(customer, path, form, cookie)
    const { ware, fate, quantity } = partOf(customer)
    const session = ware === 'plan' ? desk.cookie : ''
    const add = { intent: 'add', product: wares[ware], quantity: String(quantity) }
    const added = await persist('/shop', add, session)
    if (added.status === 409 && ware === 'good') return false
    const cart = added.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const cookie = [session, cart].filter(Boolean).join('; ')
    const page = await (await persist('/shop/checkout', undefined, cookie)).text()
    const fields = hiddenIn(page)
    if (!fields.key && ware === 'good') return false
    const email = `customer-${customer}@example.com`
    const buyer = { email, payment: 'stripe', consent: 'on', ...address }
    const form = { ...fields, ...buyer, intent: 'order' }
    let paying: ReturnType<StripeServer['pay']> | undefined
    for (let tries = 0; !paying; tries += 1) {
      if (tries === mostTries) throw new Error(`Customer ${customer} (${ware}) cannot order`)
      // A double click, each time.
      const answers = await Promise.all([1, 2].map(() => persist('/shop/checkout', form, cookie)))
      const [page] = answers.map(locationOf).filter((each) => each.startsWith('/shop/success'))
      if (page) {
        // Others without proof hold what they may together: confirmed by the link in the e-mail.
        const shown = await (await persist(page, undefined, cookie)).text()
        const number = Number(/Order no\. (\d+)/.exec(shown)?.[1])
        const checkoutKey = readCheckoutKey([serverSecret], fields.key ?? '') ?? ''
        const link = orderPath(mailedSecret({ number, checkoutKey, email }, [serverSecret]))
        const proven = await persist(link, { intent: 'confirm' })
        if (locationOf(proven).includes('gone')) {
          refused.add(customer)
          return false
        }
        answers.push(await persist(page, {}, cookie))
      }
      const ids = answers.map((answer) => /\/pay\/(\w+)$/.exec(locationOf(answer))?.[1])
      paying = stripe.sessions.get(ids.find((id) => id) ?? '')
      if (!paying && ware === 'good' && answers.every(isRefusal)) return false
    }
    if (fate === 'left') return true
    if (fate === 'cancelled') {
      const key = readCheckoutKey([serverSecret], fields.key ?? '') ?? ''
      const path = orderPath(orderSecret(serverSecret, key), 'cancel')
      await Promise.all([1, 2].map(() => persist(path, {}, cookie)))
      return true
    }
    stripe.pay(paying.id)
    if (fate === 'never') return true
    const times = fate === 'ten times' ? 10 : 1
    await Promise.all(Array.from({ length: times }, () => notify(paying)))
    return true
  }

  async function notify(session: ReturnType<StripeServer['pay']>) {
    const type = 'checkout.session.completed'
    const { body, signature } = stripe.message(type, session, new Date(), {
      id: `evt_${session.id}`,
    })
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    await untilAnswered(() => fetch(`${origin}/payments/stripe`, { method: 'POST', body, headers }))
  }

  /** From a network of each customer's own. */
  function send(
    customer: number,
    path: string,
    form: Record<string, string> | undefined,
    cookie: string,
  ): Promise<Response> {
    const network = `198.${customer & 255}.${customer >> 8}.1`
    return untilAnswered(() =>
      fetch(origin + path, {
        method: form ? 'POST' : 'GET',
        headers: { origin, cookie, 'X-Forwarded-For': network },
        body: form && new URLSearchParams(form),
        redirect: 'manual',
      }),
    )
  }

  /** Sends it again until somebody answers, as people and payment services do. */
  async function untilAnswered(send: () => Promise<Response>): Promise<Response> {
    for (;;) {
      const answer = await send().catch(() => undefined)
      if (answer && answer.status < 500) return answer
      retries += 1
      await wait(50)
    }
  }
}

function locationOf({ headers }: Response): string {
  return headers.get('location') ?? ''
}

/** Whether an order was refused because of what has changed: the page again, or the empty cart. */
function isRefusal(answer: Response): boolean {
  return answer.status === 409 || locationOf(answer) === '/shop'
}

/** The sample's catalogue with so many of the goods. */
function catalogueFile(folder: string, stock: number): string {
  const file = join(folder, 'catalogue.json')
  const products = sample.products.map((product) =>
    product.id === wares.good ? { ...product, stock } : product,
  )
  writeFileSync(file, JSON.stringify({ ...sample, products }))
  return file
}
