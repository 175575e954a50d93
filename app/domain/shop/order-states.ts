export const orderStates = [
  'created',
  'awaiting-payment',
  'paid',
  'fulfilled',
  'cancelled',
  'expired',
  'refunded',
] as const

export type OrderState = (typeof orderStates)[number]

export const orderEvents = [
  'payment-begins',
  'payment-arrives',
  'fulfil',
  'cancel',
  'expire',
  'refund',
  'refund-part',
] as const

export type OrderEvent = (typeof orderEvents)[number]

/**
 * Every move that there is. Only a verified message of the payment service, a look-up there or the
 * shop's owner makes `payment-arrives`. Money that arrives after an order has expired or was
 * cancelled makes it paid all the same: somebody has paid and must not be forgotten.
 */
const moves: Record<OrderState, Partial<Record<OrderEvent, OrderState>>> = {
  created: {
    'payment-begins': 'awaiting-payment',
    'payment-arrives': 'paid',
    cancel: 'cancelled',
    expire: 'expired',
  },
  'awaiting-payment': {
    'payment-begins': 'awaiting-payment',
    'payment-arrives': 'paid',
    cancel: 'cancelled',
    expire: 'expired',
  },
  paid: { fulfil: 'fulfilled', refund: 'refunded', 'refund-part': 'paid' },
  fulfilled: { refund: 'refunded', 'refund-part': 'fulfilled' },
  cancelled: { 'payment-arrives': 'paid' },
  expired: { 'payment-arrives': 'paid' },
  refunded: {},
}

/** What the event makes of an order in this state, or undefined when the move is refused. */
export function orderAfter(state: OrderState, event: OrderEvent): OrderState | undefined {
  return moves[state][event]
}
