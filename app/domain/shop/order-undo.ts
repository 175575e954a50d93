import { z } from 'zod'
import type { Mail } from '../outbox/mails'
import { entered, isDoneBy } from './order-history'
import { mailKey } from './order-mails'
import { orderAfter, orderStates } from './order-states'
import type { OrderMoved, OrderScope, OrderStore } from './order-store'
import type { Order } from './orders'
import type { Refund } from './refunds'

type Undoable = 'payment-arrives' | 'fulfil' | 'picked-up' | 'given-back' | 'mistaken'

/** Whether it leads to another state. */
function isMove(event: Undoable): event is 'payment-arrives' | 'fulfil' {
  return event === 'payment-arrives' || event === 'fulfil'
}

const moment = z.number().pipe(z.coerce.date())

const schema = z
  .object({
    event: z.enum(['payment-arrives', 'fulfil', 'picked-up', 'given-back', 'mistaken']),
    at: moment,
    before: z.object({
      state: z.enum(orderStates),
      stockTaken: z.boolean(),
      fulfilledAt: moment.optional(),
      reservedUntil: moment.optional(),
      closedAt: moment.optional(),
    }),
  })
  .refine(({ event, before }) => !isMove(event) || orderAfter(before.state, event))

/** A step of the shop's owner, and what the order was before. */
export type OrderUndo = z.output<typeof schema>

/** The customer knows already that they have the goods, or that money comes back, and what a mistake was is between them and the shop. */
const stepMails = {
  'payment-arrives': 'order-paid',
  fulfil: 'order-sent',
  'picked-up': undefined,
  'given-back': undefined,
  mistaken: undefined,
} as const

/** The keys of the e-mails that a step sends. */
function mailsOf({ event, before }: OrderUndo, orderId: string): string[] {
  const accepts = event === 'payment-arrives' && before.reservedUntil
  const kind = stepMails[event]
  return [
    ...(accepts ? [mailKey('order-accepted', orderId)] : []),
    ...(kind ? [mailKey(kind, orderId)] : []),
  ]
}

export function undoOf(event: OrderUndo['event'], before: Order, at: Date): string {
  const { state, stockTaken, ...dates } = before
  const time = (date: Date | undefined) => date?.getTime()
  const fulfilledAt = time(dates.fulfilledAt)
  const reservedUntil = time(dates.reservedUntil)
  const closedAt = time(dates.closedAt)
  return JSON.stringify({
    event,
    at: at.getTime(),
    before: { state, stockTaken, fulfilledAt, reservedUntil, closedAt },
  })
}

/** Undefined unless `undoOf` may have written it. */
export function readOrderUndo(text: string): OrderUndo | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** What undoes the owner's last step, until something follows it or its e-mail, one of `mails`, has left. */
export function undoOfLast(
  { history, updatedAt }: Order,
  mails: readonly Pick<Mail, 'kind' | 'state'>[],
): string | undefined {
  const { undo = '', at } = history.at(-1) ?? {}
  const step = readOrderUndo(undo)
  if (!step || at?.getTime() !== updatedAt.getTime()) return undefined
  const mail = mails.find(({ kind }) => kind === stepMails[step.event])
  return !mail || mail.state === 'due' ? undo : undefined
}

/** What undoing a step is known by. */
function formOf({ event, at }: OrderUndo): string {
  return `undo ${event} ${at.getTime()}`
}

/** Whether the step was undone and nothing has happened since. */
export function isUndone(order: Order, step: OrderUndo): boolean {
  return order.state === step.before.state && isDoneBy(order, formOf(step))
}

/**
 * Takes the step back with its e-mail, booking and entitlements; an invoice number stays the order's.
 * Refused once anything else has happened to the order, `late` once the e-mail has left.
 */
export function undoStep(
  orders: OrderStore,
  scope: OrderScope,
  step: OrderUndo,
  now: Date,
): Promise<OrderMoved> {
  const { event, at, before } = step
  const { state, stockTaken, fulfilledAt, reservedUntil, closedAt } = before
  return orders.move(scope, (order) => {
    const theirs = order.history.find(
      (entry) =>
        entry.event === event && entry.by === 'shop' && entry.at.getTime() === at.getTime(),
    )
    if (!theirs || order.updatedAt.getTime() !== at.getTime()) return undefined
    const paid = event === 'payment-arrives'
    return {
      state,
      fulfilledAt,
      ...(event === 'given-back' && { refunds: toGiveBack(order, theirs.refund) }),
      ...(paid && {
        paidAt: undefined,
        reservedUntil,
        closedAt,
        stock: stockTaken ? ('taken' as const) : ('back' as const),
      }),
      ...entered(order, { at: now, event: 'undo', by: 'shop', form: formOf(step) }),
      takesBack: { mails: mailsOf(step, order.id), payment: paid },
    }
  })
}

function toGiveBack({ refunds }: Order, key: string | undefined): Refund[] {
  return refunds.map((each) => {
    if (each.key !== key) return each
    const { givenBackAt: _, ...refund } = each
    return { ...refund, state: 'by-hand' }
  })
}
