import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { type BillRow, refundRows } from '~/components/shop/bill'
import type { FormAnswer, FormError } from '~/domain/forms/forms'
import { refundOrder } from '~/domain/shop/order-refunds'
import { orderAfter } from '~/domain/shop/order-states'
import type { Order } from '~/domain/shop/orders'
import { beginRefund, isAllRefunded, type Pieces, type RefundWish } from '~/domain/shop/refunds'
import { countTyped } from '~/domain/text/numbers'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, type Form, form } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { formatMoney } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'

type AskedOfOrder = Asked<OwnDesk & { order: Order }>

/** A refund as it would be, before anything is done. */
export interface RefundReview {
  rows: BillRow[]
  amount: string
  /** In cents; refused if the amount has changed since. */
  cents: number
  /** Whether a plan or an add-on is in it. */
  ofPlan: boolean
}

export interface RefundAnswer extends FormAnswer {
  review?: RefundReview
}

const key = z
  .string({ required_error: 'errors:form.key' })
  .regex(/^[a-z0-9]{1,40}$/, 'errors:form.key')

const keyInput = z.object({ key })

const on = z.literal('on').optional()

const wishInput = keyInput
  .extend({ shipping: on, all: on, cents: z.string().optional() })
  .passthrough()

/** Reviewed first: what, how much, and that the customer gets an e-mail. */
export const refundForms: Record<string, Form<AskedOfOrder>> = {
  refund: form(wishInput, (typed, asked: AskedOfOrder) => withWish(typed, asked, review)),
  'refund-all': form(keyInput, (_, asked: AskedOfOrder) => review('all', asked)),
  'refund-now': form(wishInput, (typed, asked: AskedOfOrder) =>
    withWish(typed, asked, (wish) => confirmed(wish, typed, asked)),
  ),
  'refund-again': form(keyInput, ({ key }, asked: AskedOfOrder) => refund(undefined, key, asked)),
}

function withWish(
  { all, shipping, ...typed }: z.output<typeof wishInput>,
  asked: AskedOfOrder,
  run: (wish: RefundWish, asked: AskedOfOrder) => ActionResult | Promise<ActionResult>,
): ActionResult | Promise<ActionResult> {
  if (all) return run('all', asked)
  const wanted: Pieces = {}
  for (const [place, { productId }] of asked.order.lines.entries()) {
    const field = typed[`pieces-${place}`]
    const count = typeof field === 'string' && field.trim() ? countTyped(field) : 0
    if (count === undefined) return refused(400, 'orders:errors.pieces')
    if (count > 0) wanted[productId] = count
  }
  const wish = { pieces: wanted, shipping: shipping === 'on' }
  if (Object.keys(wanted).length === 0 && !wish.shipping)
    return refused(400, 'orders:errors.nothing')
  return run(wish, asked)
}

function refused(status: number, form: FormError): ActionResult {
  return { status, errors: { form } }
}

function review(wish: RefundWish, { order, typed, context }: AskedOfOrder): ActionResult {
  const shown = reviewOf(order, wish, context)
  if (!shown) return notLeft(order)
  const all: Record<string, string> = wish === 'all' ? { all: 'on' } : {}
  return { status: 200, typed: { ...typed, ...all }, more: { review: shown } }
}

function reviewOf(
  order: Order,
  wish: RefundWish,
  { language, now }: AppLoadContext,
): RefundReview | undefined {
  if (!orderAfter(order.state, 'refund')) return undefined
  const would = beginRefund(order, wish, 'review', now())
  return (
    would && {
      rows: refundRows(order, would, translations(language).t, language),
      amount: formatMoney(would.amount, language),
      cents: would.amount,
      ofPlan: order.lines.some((line) => line.interval && would.pieces[line.productId]),
    }
  )
}

/** Something else may have been refunded since the review, and then 'all' is another amount. */
function confirmed(
  wish: RefundWish,
  { key, cents }: z.output<typeof wishInput>,
  asked: AskedOfOrder,
): ActionResult | Promise<ActionResult> {
  const { order, context } = asked
  const isBegun = order.refunds.some((each) => each.key === key)
  const shown = isBegun ? undefined : reviewOf(order, wish, context)
  if (shown && String(shown.cents) !== cents) {
    return { ...refused(409, 'orders:errors.reviewed'), more: { review: shown } }
  }
  return refund(wish, key, asked)
}

/** Why it cannot be refunded: too much, or the order has moved. */
function notLeft(order: Order): ActionResult {
  const isOpen = orderAfter(order.state, 'refund') && !isAllRefunded(order)
  return refused(409, isOpen ? 'orders:errors.tooMuch' : `orders:moved.${order.state}`)
}

async function refund(
  wish: RefundWish | undefined,
  key: string,
  asked: AskedOfOrder,
): Promise<ActionResult> {
  const { order, context } = asked
  const { services, now } = context
  const done = await refundOrder(services, { id: order.id }, wish, key, now())
  if (done.kind === 'moved' || done.kind === 'by-hand') {
    const amount = done.order.refunds.find((each) => each.key === key)?.amount
    await logEvent(asked, 'refunded', { about: String(order.number), priceAfter: amount })
  }
  switch (done.kind) {
    case 'moved':
    case 'again':
      return { to: context.path, notice: 'orderRefunded' }
    case 'by-hand':
      // What is to be given back now stands above it.
      return { to: `${context.path}#next`, notice: 'orderRefundedByHand' }
    case 'unreachable':
      return { ...refused(503, 'orders:errors.refundUnanswered'), retryAfter: 60 }
    case 'conflict':
      return refused(409, 'orders:errors.reviewed')
    case 'not-possible':
      return refused(409, 'orders:errors.refundRefused')
    default:
      return notLeft('order' in done ? done.order : order)
  }
}
