import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '~/config'
import { sendDueMails } from '~/domain/letters/sending'
import { mailKey, unaccepted } from '~/domain/shop/order-mails'
import { settlePayment } from '~/domain/shop/order-payment'
import { reservationOf } from '~/domain/shop/order-reservations'
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
  /** The numbers of the customers who read, as they confirmed, that the goods were gone. */
  refused: Set<number>
  /** The orders for which payments were begun at the service. */
  begunPayments: string[]
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
  const sent = mailsToCustomers(join(run.folder, 'mail'))
  const mails = all.map((order) => mailsOf(order, run, told.includes(order)))
  const due = mails.flatMap(({ must }) => must)
  const mayBe = new Set([...due, ...mails.flatMap(({ may }) => may)])
  const paidFor = all.filter(({ id }) => run.begunPayments.includes(id))
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
    missingMails: due.filter((each) => !sent.includes(each)).length,
    doubledMails: sent.length - new Set(sent.filter((each) => mayBe.has(each))).size,
    doubledPayments: run.begunPayments.length - paidFor.length,
  }
}

/**
 * What its customer must get, and what may have left before that was known: the receipt of an order
 * that waits to be confirmed leaves unless it is confirmed first.
 */
function mailsOf(order: Order, { declared, refused }: Run, told: boolean) {
  const { id, state, email, reservedUntil } = order
  const waited = reservationOf(order, { [wares.good]: declared }) !== undefined
  const receipt = idOf(mailKey('order-received', id, waited ? unaccepted : undefined))
  const accepted = idOf(mailKey('order-accepted', id))
  const must = [
    waited && !reservedUntil ? accepted : receipt,
    ...(isPaid(order) ? [idOf(mailKey('order-paid', id))] : []),
    ...(told ? [idOf(mailKey('order-closed', id, state))] : []),
    ...(refused.has(numberOf(email)) ? [idOf(mailKey('order-gone', id))] : []),
  ]
  return { must, may: [receipt] }
}

/** What stands before the @ in the id of the message for this reason. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 40)
}

/** Message IDs of letters to customers, without their host: a letter to the owner may cover several orders. */
function mailsToCustomers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => /^To: .*customer-\d/m.test(mail))
    .map((mail) => /^Message-ID: <(\w+)@/im.exec(mail)?.[1] ?? '')
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
  return partOf(numberOf(email)).fate
}

function numberOf(email: string): number {
  return Number(/\d+/.exec(email)?.[0])
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
