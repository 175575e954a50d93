import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '~/config'
import { sendDueMails } from '~/domain/letters/sending'
import { settlePayment } from '~/domain/shop/order-payment'
import { expireOrders } from '~/domain/shop/order-work'
import type { Order } from '~/domain/shop/orders'
import { readIdentity } from '~/domain/site/known-identity'
import { createCompose } from '~/mails/compose'
import { type Fate, partOf, wares } from './checkout-customers'
import { configOf, openStores } from './test-server'

/** What was done to a folder that no server has open any more. */
export interface Run {
  folder: string
  environment: Record<string, string>
  /** How many of the goods there were. */
  declared: number
  /** Whose the plans are. */
  deskId: string
  /** The numbers of the customers who must have an order. */
  ordered: number[]
  /** How many payments were begun at the service. */
  begunPayments: number
}

const paying: readonly Fate[] = ['once', 'ten times', 'never']

/**
 * Looks into the store itself: what is other than it must be, by what it is. What no message told is
 * looked up first, and what was left expires, as the server sees to in time.
 */
export async function differences(run: Run) {
  const services = await openStores(run.folder, run.environment)
  const most = run.ordered.length * 2 + 100
  for (const order of (await services.orders.list('all', most)).orders) {
    await settlePayment(services, order, new Date())
  }
  const later = new Date(Date.now() + 25 * 3_600_000)
  await expireOrders(
    services,
    () => later,
    async () => true,
  )
  const { orders: all } = await services.orders.list('all', most)
  const left = (await services.orders.stockLeft({ [wares.good]: run.declared }))[wares.good]
  const entitled = await services.entitlements.listAll(run.deskId, most)
  await sendAllMails(run, services)
  await services.close()

  const emails = new Set(all.map(({ email }) => email))
  const paid = all.filter(isPaid)
  const ended = all.filter(({ state }) => state === 'cancelled' || state === 'expired')
  // Who only sent the form is not told that their order has ended, unless they cancelled it.
  const told = ended.filter(({ reservedUntil, state }) => !reservedUntil || state === 'cancelled')
  const plans = paid.filter(({ deskId }) => deskId === run.deskId)
  const invoices = new Set(paid.map(({ invoiceNumber }) => invoiceNumber))
  const highest = Math.max(0, ...all.map(({ invoiceNumber = 0 }) => invoiceNumber))
  const held = paid.reduce((sum, order) => sum + quantityOf(order), 0)
  const reasons = mailsToCustomers(join(run.folder, 'mail')).map((name) => name.slice(-16))
  const ordered = new Set(run.ordered.map(emailOf))
  const mustBePaid = (order: Order) => paying.includes(fateOf(order)) && ordered.has(order.email)
  return {
    missing: run.ordered.filter((customer) => !emails.has(emailOf(customer))).length,
    doubled: all.length - emails.size,
    unpaid: all.filter((order) => mustBePaid(order) && !isPaid(order)).length,
    wronglyPaid: paid.filter((order) => !mustBePaid(order)).length,
    unended: all.filter((order) => !mustBePaid(order) && !ended.includes(order)).length,
    invoiceGaps: highest - invoices.size,
    oversold: Math.max(0, held - run.declared),
    stockAstray: Math.abs(run.declared - held - (left ?? run.declared)),
    missingEntitlements: plans.length - new Set(entitled.map(({ orderId }) => orderId)).size,
    doubledEntitlements: entitled.length - new Set(entitled.map(({ orderId }) => orderId)).size,
    missingMails: all.length + paid.length + told.length - new Set(reasons).size,
    doubledMails: reasons.length - new Set(reasons).size,
    doubledPayments: run.begunPayments - all.length,
  }
}

/** The shop's owner is told of several orders at once. */
function mailsToCustomers(folder: string): string[] {
  const mails = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return mails.filter(
    (name) =>
      name.endsWith('.eml') && /^To: .*customer-\d/m.test(readFileSync(join(folder, name), 'utf8')),
  )
}

function isPaid({ state }: Order): boolean {
  return state === 'paid' || state === 'fulfilled'
}

function quantityOf({ lines }: Order): number {
  return lines.find(({ productId }) => productId === wares.good)?.quantity ?? 0
}

function emailOf(customer: number): string {
  return `customer-${customer}@example.com`
}

function fateOf({ email }: Order): Fate {
  return partOf(Number(/\d+/.exec(email)?.[0])).fate
}

/** Empties the outbox, as the server goes on to do. Those that a dead process held count as late, not as lost. */
async function sendAllMails({ folder, environment }: Run, services: Services) {
  const config = configOf(folder, 0, environment)
  const later = new Date(Date.now() + 26 * 3_600_000)
  while ((await services.mails.listDue(later, 1)).length > 0) {
    await sendDueMails(services, {
      compose: createCompose(config, {
        ...services,
        siteIdentity: { read: () => readIdentity(services) },
      }),
      clock: () => later,
      goOn: async () => true,
      onFailure: () => undefined,
    })
  }
}
