import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '~/config.server'
import { sendDueMails } from '~/domain/mail-sending'
import { settlePayment } from '~/domain/order-payment'
import { createCompose } from '~/server/mails/compose'
import type { Services } from '~/services.server'
import { legalFile } from '../tests/server/legal'
import { type StripeServer, startStripeServer, webhookSecret } from '../tests/stripe-server'
import { type Counter, environmentOf, makeFolder, openCounter, openStores } from './counter'
import type { Effort, Findings } from './run'

const customers = 8

/** Milliseconds after which the server is killed, at random between these. */
const killedAfter = { least: 1_000, most: 3_000 }

/** What may become of the message that an order is paid. */
const fates = ['once', 'ten times', 'never'] as const

/**
 * Orders under every fault that a line has, while the server is killed again and again: forms sent
 * twice, answers lost, payment messages many times or never. Counts what differs from one order, one
 * payment, one invoice and one mail of each kind.
 */
export async function checkout({ quick }: Effort): Promise<Findings> {
  const wanted = quick ? 60 : 1_000
  const { folder, remove } = await makeFolder()
  const stripe = await startStripeServer()
  const environment = {
    LEGAL: legalFile(folder),
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: stripe.url,
  }
  let counter: Counter = await openCounter(folder, 0, environment)
  const { origin } = counter
  const port = Number(new URL(origin).port)
  let done = 0
  let begun = 0
  let kills = 0
  let retries = 0

  const killing = killAgainAndAgain()
  await Promise.all(Array.from({ length: customers }, orderWhileThereIsTime))
  await killing
  await counter.stop()
  const differs = await compare()
  await stripe.close()
  await remove()
  const sum = Object.values(differs).reduce((total, count) => total + count, 0)
  return {
    lines: [
      `  orders                         ${wanted}`,
      `  killed (SIGKILL)               ${kills} times`,
      `  requests sent again            ${retries}`,
      ...Object.entries(differs).map(([what, count]) => `  ${what.padEnd(30)} ${count}`),
      `  what differs, in all           ${sum}`,
    ],
    figures: { orders: wanted, kills, retries, ...differs, differs: sum },
  }

  async function killAgainAndAgain() {
    const { least, most } = killedAfter
    while (done < wanted) {
      await wait(least + Math.random() * (most - least))
      if (done >= wanted) return
      await counter.kill()
      kills += 1
      counter = await openCounter(folder, port, environment)
    }
  }

  async function orderWhileThereIsTime() {
    while (begun < wanted) {
      begun += 1
      await orderOnce(`customer-${begun}@example.com`, fates[begun % fates.length] ?? 'once')
      done += 1
    }
  }

  async function orderOnce(email: string, fate: (typeof fates)[number]) {
    const added = await persist('/shop', { intent: 'add', product: 'set-up-hour', quantity: '1' })
    const cookie = added.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const page = await (await persist('/shop?checkout', undefined, cookie)).text()
    const hidden = [...page.matchAll(/<input type="hidden" name="(key|seen)" value="([^"]*)"/g)]
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
    const form = { ...fields, email, payment: 'stripe', intent: 'order' }
    let session: ReturnType<StripeServer['pay']> | undefined
    while (!session) {
      // A double click, each time.
      const [, answer] = await Promise.all(
        [1, 2].map(() => persist('/shop?checkout', form, cookie)),
      )
      const id = /\/pay\/(\w+)$/.exec(answer?.headers.get('location') ?? '')?.[1]
      session = id === undefined ? undefined : stripe.sessions.get(id)
    }
    stripe.pay(session.id)
    if (fate === 'never') return
    const message = () =>
      stripe.message('checkout.session.completed', session, new Date(), { id: `evt_${session.id}` })
    const times = fate === 'ten times' ? 10 : 1
    await Promise.all(Array.from({ length: times }, () => tell(message())))
  }

  async function tell({ body, signature }: { body: string; signature: string }) {
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    await untilAnswered(() => fetch(`${origin}/payments/stripe`, { method: 'POST', body, headers }))
  }

  function persist(path: string, form?: Record<string, string>, cookie = ''): Promise<Response> {
    return untilAnswered(() =>
      fetch(origin + path, {
        method: form ? 'POST' : 'GET',
        headers: { origin, cookie },
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

  /** Looks into the store itself. What no message told is looked up first, as the server does in time. */
  async function compare() {
    const services = openStores(folder, environment)
    const { orders } = services
    for (const order of await orders.list(wanted * 2)) {
      await settlePayment(services, order, new Date())
    }
    const all = await orders.list(wanted * 2)
    const paid = all.filter(({ state }) => state === 'paid')
    const invoices = new Set(paid.map(({ invoiceNumber }) => invoiceNumber))
    const highest = Math.max(0, ...paid.map(({ invoiceNumber = 0 }) => invoiceNumber))
    await sendAllMails(services)
    await services.close()
    const customersOf = new Set(all.map(({ email }) => email))
    const mails = readdirSync(join(folder, 'mail'), { recursive: true, encoding: 'utf8' })
    const reasons = mails.filter((name) => name.endsWith('.eml')).map((name) => name.slice(-16))
    return {
      missing: wanted - customersOf.size,
      doubled: all.length - customersOf.size,
      unpaid: all.length - paid.length,
      invoiceGaps: highest - invoices.size,
      missingMails: all.length + paid.length - new Set(reasons).size,
      doubledMails: reasons.length - new Set(reasons).size,
      doubledPayments: stripe.created - all.length,
    }
  }

  /** Empties the outbox, as the server goes on to do. Those that a dead process held count as late, not as lost. */
  async function sendAllMails(services: Services) {
    const config = readConfig({ ...environmentOf(folder, 0), ...environment }, 'production')
    const later = new Date(Date.now() + 3_600_000)
    while ((await services.mails.listDue(later, 1)).length > 0) {
      await sendDueMails(services, {
        compose: createCompose(config, services),
        clock: () => later,
        goOn: async () => true,
        onFailure: () => undefined,
      })
    }
  }
}
