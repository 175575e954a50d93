import { type Config, createServices, type Services } from '~/config'
import { recordPayment } from '~/domain/shop/order-payment'
import { giveBack, refundOrder } from '~/domain/shop/order-refunds'
import type { OrderMoved, OrderStore } from '~/domain/shop/order-store'
import { fulfilOrder } from '~/domain/shop/order-work'
import type { Order } from '~/domain/shop/orders'
import { defaultLanguage } from '~/domain/text/languages'
import { formatMoney } from '~/i18n/money'

const usage = `npm run orders -- list            the newest fifty, with what is to be done
npm run orders -- paid NUMBER     the money for it has arrived
npm run orders -- fulfil NUMBER   it was sent or done; the customer of what is sent is told
npm run orders -- refund NUMBER   the money goes back, and what it gave ends
npm run orders -- given-back NUMBER   what was refunded by hand has been transferred or paid out
NUMBER is the order's, or the reference on the transfer.
`

const listed = 50

/** Also beside a running server; each action is one commit. Returns the exit code. */
export async function runOrders(
  config: Config,
  [command = '', wanted = '']: string[],
  print: (text: string) => void,
): Promise<number> {
  const services = await createServices(config, (sentence, details = []) =>
    print(`${[sentence, ...details].join('; ')}\n`),
  )
  try {
    return await carryOut(services, command, numberIn(wanted), print)
  } finally {
    await services.close()
  }
}

async function carryOut(
  services: Services,
  command: string,
  number: number | undefined,
  print: (text: string) => void,
): Promise<number> {
  const { orders } = services
  const now = new Date()
  if (command === 'list') {
    const { orders: newest } = await orders.list('all', listed)
    for (const order of newest) print(`${line(order)}\n`)
    return 0
  }
  if (number === undefined || !['paid', 'fulfil', 'refund', 'given-back'].includes(command)) {
    print(usage)
    return 1
  }
  const scope = { number }
  const done =
    command === 'paid'
      ? await recordPayment(orders, scope, undefined, now)
      : command === 'fulfil'
        ? await fulfilOrder(orders, scope, {}, now)
        : command === 'given-back'
          ? await giveAllBack(orders, scope, now)
          : await refundOrder(services, scope, 'all', 'all', now)
  if (done.kind === 'unknown') {
    print(`There is no order ${number}.\n`)
    return 1
  }
  print(`${line(done.order)}\n`)
  if (done.kind === 'moved') return 0
  if (done.kind === 'by-hand') {
    const amount = formatMoney(done.refund.amount, defaultLanguage)
    print(`Now give ${amount} back to ${done.order.email}.\n`)
    return 0
  }
  if (command === 'paid' && done.order.payment === 'stripe') {
    print('Nothing was changed: Stripe reports by itself what is paid there.\n')
    return 1
  }
  print(
    done.kind === 'unreachable'
      ? 'The payment service does not answer. Please run this again: it goes on where it was.\n'
      : `Nothing was changed: an order that is ${done.order.state} cannot be made ${command}.\n`,
  )
  return 1
}

async function giveAllBack(
  orders: OrderStore,
  scope: { number: number },
  now: Date,
): Promise<OrderMoved> {
  const order = await orders.find(scope)
  if (!order) return { kind: 'unknown' }
  let done: OrderMoved = { kind: 'refused', order }
  for (const { key, state } of order.refunds) {
    if (state === 'by-hand') done = await giveBack(orders, scope, key, now)
  }
  return done
}

/** An order's number, or a transfer's reference: RF, two check digits, the number. */
function numberIn(text: string): number | undefined {
  const [, digits] = /^(?:RF\d{2})?(\d{4,12})$/i.exec(text.replace(/\s/g, '')) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function line({ number, state, gross, payment, email, createdAt }: Order): string {
  const day = createdAt.toISOString().slice(0, 10)
  const amount = formatMoney(gross, defaultLanguage).padStart(12)
  return `${number}  ${day}  ${state.padEnd(16)}  ${amount}  ${payment.padEnd(13)}  ${email}`
}
