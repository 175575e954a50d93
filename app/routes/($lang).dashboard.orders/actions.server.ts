import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { incompleteForm } from '~/domain/forms/forms'
import type { Notice } from '~/domain/forms/notices'
import { longestCarrier, readShipment, type Shipment } from '~/domain/shop/carriers'
import { isDoneBy } from '~/domain/shop/order-history'
import { type Recorded, recordPayment } from '~/domain/shop/order-payment'
import { giveBack } from '~/domain/shop/order-refunds'
import { acceptOrder } from '~/domain/shop/order-reservations'
import { orderAfter } from '~/domain/shop/order-states'
import { isUndone, readOrderUndo, undoOfLast, undoStep } from '~/domain/shop/order-undo'
import { dismissWithdrawal } from '~/domain/shop/order-withdrawal'
import { cancelOrder, fulfilOrder, handOver } from '~/domain/shop/order-work'
import { handoverOf, type Order } from '~/domain/shop/orders'
import { declaredStock } from '~/domain/shop/shelf'
import { nameLine } from '~/domain/text/single-line'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { readOwnUndo, signUndo } from '~/http/forms/undo.server'
import { type OwnDesk, requireSiteDesk } from '~/http/sessions/access.server'
import { mayAccept } from '~/http/shop/order-payment.server'
import { numberIn } from './address'
import { refundForms } from './refund.server'

const shipmentInput = z
  .object({
    carrier: z
      .string()
      .transform(nameLine)
      .refine((carrier) => carrier.length <= longestCarrier, 'orders:errors.carrier')
      .optional(),
    tracking: z.string().optional(),
  })
  .transform(({ carrier = '', tracking = '' }, context): Shipment => {
    const read = readShipment(carrier, tracking)
    if (!('problem' in read)) return read
    const { problem } = read
    const path = problem === 'name' || problem === 'carrier' ? 'carrier' : 'tracking'
    const message = `orders:errors.tracking.${problem}`
    context.addIssue({ code: 'custom', path: [path], message })
    return z.NEVER
  })

const key = z
  .string({ required_error: 'errors:form.key' })
  .regex(/^[a-z0-9]{1,40}$/, 'errors:form.key')

export const action = formAction(theOrder, ({ order }) => ({
  accept: { run: (_, asked) => accept(asked) },
  paid: { run: (_, asked) => pay(asked) },
  // An order that is past it has no field to correct: the page shows how it stands.
  sent: form(isSendable(order) ? shipmentInput : shipmentInput.optional().catch(undefined), send),
  'picked-up': { run: (_, asked) => pickUp(asked) },
  cancel: { run: (_, asked) => cancel(asked) },
  'given-back': form(z.object({ refund: key }), ({ refund }, asked) => give(refund, asked)),
  mistaken: { run: (_, asked) => dismiss(asked) },
  undo: { run: (_, asked) => undo(asked) },
  ...refundForms,
}))

type AskedOfOrder = Asked<OwnDesk & { order: Order }>

async function theOrder(context: AppLoadContext): Promise<OwnDesk & { order: Order }> {
  const own = await requireSiteDesk(context)
  const number = numberIn(context.url.searchParams, 'order')
  const order = number && (await context.services.orders.find({ number }))
  if (!order) throw new Response(null, { status: 404 })
  return { ...own, order }
}

/** For a customer to whom no e-mail comes. */
async function accept(asked: AskedOfOrder): Promise<ActionResult> {
  const { order, context } = asked
  const { services, now } = context
  if (!mayAccept(order, context)) {
    const again = isDoneBy(order, formOf(asked))
    return again ? { to: context.path, notice: 'orderAccepted' } : moved(order)
  }
  const declared = declaredStock(await services.catalogue.read(now()))
  const form = formOf(asked)
  const done = await acceptOrder(services.orders, { id: order.id }, now(), declared, form)
  if (done.kind === 'short') return { status: 409, errors: { form: 'orders:errors.soldOut' } }
  return stepped(done, asked, 'orderAccepted')
}

async function pay(asked: AskedOfOrder) {
  const { order, context } = asked
  const { services, now } = context
  const scope = { id: order.id }
  const form = formOf(asked)
  const done = await recordPayment(services.orders, scope, undefined, now(), undefined, form)
  const notice = order.payment === 'on-pickup' ? 'orderPickedUp' : 'orderPaid'
  return stepped(done, asked, notice)
}

function isSendable({ state }: Order): boolean {
  return orderAfter(state, 'fulfil') !== undefined
}

async function send(shipment: Shipment | undefined, asked: AskedOfOrder) {
  if (!shipment) return moved(asked.order)
  const { services, now } = asked.context
  const scope = { id: asked.order.id }
  const done = await fulfilOrder(services.orders, scope, shipment, now(), formOf(asked))
  const notices = { shipping: 'orderSent', pickup: 'orderReady', none: 'orderDone' } as const
  return stepped(done, asked, notices[handoverOf(asked.order)], shipment)
}

async function pickUp(asked: AskedOfOrder) {
  const { services, now } = asked.context
  const done = await handOver(services.orders, { id: asked.order.id }, now(), formOf(asked))
  return stepped(done, asked, 'orderTaken')
}

async function give(refund: string, asked: AskedOfOrder) {
  const { order, context } = asked
  const { services, now } = context
  const done = await giveBack(services.orders, { id: order.id }, refund, now(), formOf(asked))
  if (done.kind === 'moved') await logEvent(asked, 'givenBack', { about: String(order.number) })
  return stepped(done, asked, 'orderGivenBack')
}

async function dismiss(asked: AskedOfOrder) {
  const { order, context } = asked
  const { services, now } = context
  const done = await dismissWithdrawal(services.orders, { id: order.id }, now(), formOf(asked))
  return stepped(done, asked, 'orderNotWithdrawn')
}

async function cancel(asked: AskedOfOrder) {
  const { services, now } = asked.context
  const by = { shop: true as const, form: formOf(asked) }
  const done = await cancelOrder(services, { id: asked.order.id }, by, now())
  return done.kind === 'unreachable' ? unreachable : stepped(done, asked, 'orderCancelled')
}

async function undo(asked: AskedOfOrder): Promise<ActionResult> {
  const { order, typed, context } = asked
  const { services, now } = context
  const step = readOrderUndo(readOwnUndo(typed.undo ?? '', asked, context) ?? '')
  if (!step) return { status: 400, errors: { form: incompleteForm } }
  const done = await undoStep(services.orders, { id: order.id }, step, now())
  if (done.kind === 'late') return { status: 409, errors: { form: 'orders:errors.late' } }
  const after = 'order' in done ? done.order : order
  if (done.kind === 'moved' && step.event === 'given-back') {
    await logEvent(asked, 'toGiveBack', { about: String(order.number) })
  }
  const undone = done.kind === 'moved' || isUndone(after, step)
  return undone ? { to: context.path, notice: 'orderUndone' } : moved(after)
}

/** All forms of a page have its key. */
function formOf({ intent, typed }: AskedOfOrder): string | undefined {
  const { data } = key.safeParse(typed.key)
  return data && `${intent} ${data}`
}

/** As long as the e-mail about a step waits. */
const undoSeconds = 120

/** A form sent again, as after a lost answer, is answered as the first time, without its undo. */
function stepped(
  done: Recorded,
  asked: AskedOfOrder,
  notice: Notice,
  shipment?: Shipment,
): ActionResult {
  const order = 'order' in done ? done.order : asked.order
  const { context } = asked
  const to = context.path
  if (done.kind !== 'moved') {
    return isDoneBy(order, formOf(asked), shipment) ? { to, notice } : moved(order)
  }
  const undo = undoOfLast(order, [])
  if (!undo) return { to, notice }
  const value = signUndo(undo, asked, context)
  return { to, notice, about: { undo: { action: context.path, value, seconds: undoSeconds } } }
}

const unreachable: ActionResult = {
  status: 503,
  errors: { form: 'orders:errors.unreachable' },
  retryAfter: 60,
}

/** Somebody or something else has moved the order: the page shows how it stands now. */
function moved({ state }: Order): ActionResult {
  return { status: 409, errors: { form: `orders:moved.${state}` } }
}
