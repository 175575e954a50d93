import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Notice } from '~/domain/forms/notices'
import { isDoneBy } from '~/domain/shop/order-history'
import { type Recorded, recordPayment } from '~/domain/shop/order-payment'
import { refundOrder } from '~/domain/shop/order-refunds'
import { cancelOrder, fulfilOrder } from '~/domain/shop/order-work'
import type { Order } from '~/domain/shop/orders'
import { isAllRefunded, type Pieces, type RefundWish } from '~/domain/shop/refunds'
import { nameLine } from '~/domain/text/single-line'
import { parseUrl } from '~/domain/text/urls'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { requireSiteDesk } from '~/http/sessions/access.server'
import { numberIn } from './address'

const webAddress = z
  .string()
  .transform(nameLine)
  .refine(
    (text) => text.length <= 500 && /^https?:$/.test(parseUrl(text)?.protocol ?? ''),
    'orders:errors.link',
  )

const shipmentInput = z.object({
  carrier: z
    .string()
    .transform(nameLine)
    .refine((carrier) => carrier.length <= 60, 'orders:errors.carrier')
    .optional(),
  trackingUrl: webAddress.optional(),
})

const key = z
  .string({ required_error: 'errors:form.key' })
  .regex(/^[a-z0-9]{1,40}$/, 'errors:form.key')

const keyInput = z.object({ key })

const piecesInput = keyInput.extend({ shipping: z.literal('on').optional() }).passthrough()

const pieces = z.coerce.number().int().min(0).max(9_999)

export const action = formAction(theOrder, {
  paid: { run: (_, asked) => pay(asked) },
  sent: form(shipmentInput, send),
  cancel: { run: (_, asked) => cancel(asked) },
  refund: form(piecesInput, refundSome),
  'refund-all': form(keyInput, ({ key }, asked: AskedOfOrder) => refund('all', key, asked)),
  'refund-again': form(keyInput, ({ key }, asked: AskedOfOrder) => refund(asBegun, key, asked)),
})

type AskedOfOrder = Asked<{ order: Order }>

async function theOrder(context: AppLoadContext) {
  const own = await requireSiteDesk(context)
  const number = numberIn(context.url.searchParams, 'order')
  const order = number && (await context.services.orders.find({ number }))
  if (!order) throw new Response(null, { status: 404 })
  return { ...own, order }
}

async function pay(asked: AskedOfOrder) {
  const { order, context } = asked
  // What a service collects, the service knows.
  if (order.payment === 'stripe') return moved(order)
  const { services, now } = context
  const scope = { id: order.id }
  const form = formOf(asked)
  const done = await recordPayment(services.orders, scope, undefined, now(), undefined, form)
  return stepped(done, asked)
}

async function send(shipment: z.output<typeof shipmentInput>, asked: AskedOfOrder) {
  const { services, now } = asked.context
  const scope = { id: asked.order.id }
  const done = await fulfilOrder(services.orders, scope, shipment, now(), formOf(asked))
  return stepped(done, asked)
}

async function cancel(asked: AskedOfOrder) {
  const { services, now } = asked.context
  const scope = { id: asked.order.id }
  const done = await cancelOrder(services, scope, 'shop', now(), formOf(asked))
  return done.kind === 'unreachable' ? unreachable : stepped(done, asked)
}

/** All forms of a page have its key. */
function formOf({ intent, typed }: AskedOfOrder): string | undefined {
  const { data } = key.safeParse(typed.key)
  return data && `${intent} ${data}`
}

/** A form sent again, as after a lost answer, is answered as the first time. */
function stepped(done: Recorded, asked: AskedOfOrder): ActionResult {
  const order = 'order' in done ? done.order : asked.order
  const isDone = done.kind === 'moved' || isDoneBy(order, formOf(asked))
  return isDone ? to('orderSaved', asked.context) : moved(order)
}

/** What is begun goes on by its key; with another there is nothing to refund. */
const asBegun: RefundWish = { pieces: {}, shipping: false }

function refundSome(
  { key, shipping, ...typed }: z.output<typeof piecesInput>,
  asked: AskedOfOrder,
): ActionResult | Promise<ActionResult> {
  const wanted: Pieces = {}
  for (const [index, { productId }] of asked.order.lines.entries()) {
    const { data: quantity } = pieces.safeParse(typed[`pieces-${index}`] ?? 0)
    if (quantity === undefined) return { status: 400, errors: { form: 'orders:errors.pieces' } }
    if (quantity > 0) wanted[productId] = quantity
  }
  const wish = { pieces: wanted, shipping: shipping === 'on' }
  if (Object.keys(wanted).length === 0 && !wish.shipping) {
    return { status: 400, errors: { form: 'orders:errors.nothing' } }
  }
  return refund(wish, key, asked)
}

async function refund(
  wish: RefundWish,
  key: string,
  { order, context }: AskedOfOrder,
): Promise<ActionResult> {
  const { services, now } = context
  const done = await refundOrder(services, { id: order.id }, wish, key, now())
  switch (done.kind) {
    case 'moved':
    case 'again':
      return to('orderSaved', context)
    case 'by-hand':
      return to('orderRefundedByHand', context)
    case 'unreachable':
      return { status: 503, errors: { form: 'orders:errors.refundUnanswered' }, retryAfter: 60 }
    case 'not-possible':
      return { status: 409, errors: { form: 'orders:errors.refundRefused' } }
    default: {
      const known = 'order' in done ? done.order : order
      return !isAllRefunded(known) && known.state === order.state
        ? { status: 409, errors: { form: 'orders:errors.tooMuch' } }
        : moved(known)
    }
  }
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

function to(notice: Notice, { path }: AppLoadContext): ActionResult {
  return { to: path, notice }
}
